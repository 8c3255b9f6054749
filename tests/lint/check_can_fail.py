#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proves that check_tree.py finds each kind of violation: one sound tree, then one planted at a time."""
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parent))
import check_tree  # noqa: E402

RULES = Path(__file__).parents[2] / "docs/architecture.md"
SPDX = "// SPDX-License-Identifier: MIT\n"
HEAD = SPDX + "#pragma once\n"
SOUND = {
    "core/base/result.h": HEAD,
    "core/base/CMakeLists.txt": "uasurge_module(base)\n",
    "core/ua/types/node_id.h": HEAD + '#include "base/result.h"\n#include <vector>\n',
    "core/ua/types/CMakeLists.txt": "uasurge_module(ua/types DEPENDS base)\n",
    "core/ua/client/session.cpp": SPDX + '#include "ua/types/node_id.h"\n'
                                  "#include <boost/asio/post.hpp>\n",
    "core/load/pacer.cpp": SPDX + "auto x = co_await next(a[0], b);\n",
    "views/page.cpp": SPDX + "#include <QWidget>\n",
    "app/main.cpp": SPDX + '#include "ua/types/node_id.h"\n#include <QApplication>\n',
}
PLANTED = [
    ("core/base/text.h", HEAD + '#include "ua/types/node_id.h"\n', "base may not know ua/types"),
    ("core/ua/server/a.h", HEAD + '#include "ua/client/b.h"\n', "ua/server may not know ua/client"),
    ("core/load/a.h", HEAD + '#include "ua/server/c.h"\n', "load may not know ua/server"),
    ("core/ua/types/CMakeLists.txt", "uasurge_module(ua/types DEPENDS base ua/codec)\n",
     "ua/types may not know it"),
    ("core/ua/types/CMakeLists.txt", "uasurge_module(ua/types DEPENDS bass)\n", "is no module"),
    ("views/CMakeLists.txt", "target_link_libraries(views PRIVATE uasurge_load)\n",
     "views may not know it"),
    ("core/results/a.cpp", SPDX + "#include <QString>\n", "includes <QString>"),
    ("core/results/a.cpp", SPDX + "#include <QtCore/QString>\n", "includes <QtCore/QString>"),
    ("core/load/a.cpp", SPDX + "#include <openssl/evp.h>\n", "includes <openssl/evp.h>"),
    ("core/results/a.cpp", SPDX + "#include <boost/asio/post.hpp>\n", "includes <boost/asio/"),
    ("core/load/a.cpp", SPDX + "#include <boost/asio.hpp>\n", "name the exact headers"),
    ("core/load/a.cpp", SPDX + "#include <boost/beast/http.hpp>\n", "includes <boost/beast/"),
    ("core/results/a.cpp", SPDX + "#include <sqlite3.h>\n", "includes <sqlite3.h>"),
    ("core/results/a.cpp", SPDX + "#include <zlib.h>\n", "includes <zlib.h>"),
    ("core/load/a.cpp", SPDX + '#include "load/none.h"\n', "which is nowhere"),
    ("core/base/result.h", HEAD + '#include "base/loop.h"\n', "include cycle"),
    ("core/base/string_util.h", HEAD, "is named util"),
    ("core/manager/a.h", HEAD, "is named manager"),
    ("core/base/a.h", HEAD + "namespace base::misc {}\n", "has a namespace base::misc"),
    ("core/elsewhere/a.h", HEAD, "lies in no module"),
    ("core/base/long.h", HEAD + "//\n" * 599, "has 601 lines"),
    ("core/base/a.h", "#pragma once\n", "does not begin with its SPDX line"),
    ("core/base/a.h", SPDX, "has no #pragma once"),
    ("core/load/a.cpp", SPDX + "co_await run([&] { go(); });\n", "a lambda or brace"),
    ("core/load/a.cpp", SPDX + "auto r = co_await read(Request{.n = 1});\n", "a lambda or brace"),
    ("core/load/a.cpp", SPDX + "if (co_await ready(x)) {}\nf();\n", "inside a condition"),
]
ALSO = {
    "core/ua/client/b.h": HEAD,
    "core/ua/server/c.h": HEAD,
    "core/base/loop.h": HEAD + '#include "base/result.h"\n',
}


class CheckCanFail(unittest.TestCase):
    def setUp(self):
        self.root = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        self.write("docs/architecture.md", RULES.read_text(encoding="utf-8"))
        for path, text in {**SOUND, **ALSO}.items():
            self.write(path, text)

    def write(self, path, text):
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def test_a_sound_tree_passes(self):
        self.assertEqual(check_tree.violations(self.root), [])

    def test_each_planted_violation_is_found_alone(self):
        for path, text, expected in PLANTED:
            with self.subTest(expected=expected, path=path):
                target = self.root / path
                before = target.read_text(encoding="utf-8") if target.exists() else None
                self.write(path, text)
                found = check_tree.violations(self.root)
                self.assertTrue(any(expected in line for line in found), found)
                if before is None:
                    target.unlink()
                    if not any(target.parent.iterdir()):
                        target.parent.rmdir()
                else:
                    self.write(path, before)
                self.assertEqual(check_tree.violations(self.root), [])

    def test_tables_may_be_long(self):
        self.write("core/base/status_table.cpp", SPDX + "//\n" * 2000)
        self.assertEqual(check_tree.violations(self.root), [])

    def test_a_missing_table_is_an_error(self):
        self.write("docs/architecture.md", "# nothing\n")
        with self.assertRaises(SystemExit):
            check_tree.violations(self.root)


if __name__ == "__main__":
    unittest.main()
