// SPDX-License-Identifier: MIT
#include "report/html_style.h"

namespace report {

std::string_view htmlStyle()
{
    // Every text reaches a contrast of at least 4.5 to 1 in both schemes.
    return R"css(:root{color-scheme:light dark;--page:#f6f7f9;--card:#fff;--ink:#1b2330;--soft:#566072;
--rule:#dfe3ea;--band:#f0f2f6;--pass:#116b3a;--passbg:#e2f4e9;--fail:#a8201a;--failbg:#fbe7e5;
--odd:#7a4b00;--oddbg:#fdf0d8;--s1:#1d5fd0;--s2:#b85c00;--s3:#b0205e;--s4:#11795a;--s5:#6b3fc0;--s6:#5b6675}
@media (prefers-color-scheme:dark){:root{--page:#12161d;--card:#1a2029;--ink:#e6eaf0;--soft:#a2adbd;
--rule:#313a48;--band:#202733;--pass:#74d69b;--passbg:#17321f;--fail:#ff9d94;--failbg:#3c1a18;
--odd:#f2c374;--oddbg:#38290f;--s1:#7db0ff;--s2:#ffb066;--s3:#ff8fbd;--s4:#63d3ad;--s5:#c0a3ff;--s6:#a9b4c4}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:28px 20px 60px}
h1{font-size:26px;line-height:1.2;margin:0 0 4px;overflow-wrap:anywhere}
h2{font-size:19px;margin:34px 0 10px}
h3{font-size:16px;margin:22px 0 8px}
.sub{color:var(--soft);margin:0 0 18px;overflow-wrap:anywhere}
.verdict{border-radius:10px;padding:14px 18px;border-left:6px solid}
.verdict strong{font-size:20px}
.verdict ul{margin:6px 0 0;padding-left:20px}
.verdict li{overflow-wrap:anywhere}
.v-pass{background:var(--passbg);color:var(--pass);border-color:var(--pass)}
.v-fail{background:var(--failbg);color:var(--fail);border-color:var(--fail)}
.v-invalid,.v-interrupted{background:var(--oddbg);color:var(--odd);border-color:var(--odd)}
.figures{display:grid;grid-template-columns:repeat(auto-fill,minmax(186px,1fr));gap:10px;margin:0;padding:0}
.figures div{background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:10px 12px}
.figures dt{color:var(--soft);font-size:13px;line-height:1.3}
.figures dd{margin:2px 0 0;font-size:20px;font-weight:600;font-variant-numeric:tabular-nums}
.figures dd small{display:block;font-size:13px;font-weight:400;color:var(--soft)}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;background:var(--card);border:1px solid var(--rule);font-size:14px}
th,td{padding:6px 10px;border-bottom:1px solid var(--rule);text-align:left;vertical-align:top}
th{color:var(--soft);font-weight:600}
td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
code,pre{font:13px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
pre{background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:10px 12px;white-space:pre-wrap;margin:0}
.tag{border-radius:4px;padding:1px 7px;font-weight:600;white-space:nowrap}
.t-pass{background:var(--passbg);color:var(--pass)}
.t-fail{background:var(--failbg);color:var(--fail)}
.t-caveat,.t-not-measured,.t-invalid,.t-interrupted{background:var(--oddbg);color:var(--odd)}
.note{color:var(--soft);font-size:13px}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(480px,100%),1fr));gap:14px}
.chart{margin:0;background:var(--card);border:1px solid var(--rule);border-radius:8px;padding:10px 12px 6px}
.chart figcaption{font-weight:600}
.chart svg{display:block;width:100%;height:auto}
.chart .legend{margin:2px 0 2px;font-size:13px;color:var(--soft)}
.legend .key{margin-right:16px;white-space:nowrap}
.legend svg{display:inline-block;width:18px;height:8px;vertical-align:middle}
.chart text{font:12px system-ui,sans-serif;fill:var(--soft)}
.band0{fill:var(--band)}.band1{fill:none}
.grid{stroke:var(--rule);stroke-width:1}.axis{stroke:var(--soft);fill:none}
.mark{stroke:var(--soft);stroke-dasharray:3 3}
.line{fill:none;stroke-width:1.8;stroke-linejoin:round}.faint{stroke-width:1;stroke-dasharray:2 2}
.series-1{stroke:var(--s1)}.series-2{stroke:var(--s2)}.series-3{stroke:var(--s3)}
.series-4{stroke:var(--s4)}.series-5{stroke:var(--s5)}.series-6{stroke:var(--s6)}
.dot.series-1{fill:var(--s1)}.dot.series-2{fill:var(--s2)}.dot.series-3{fill:var(--s3)}
.dot.series-4{fill:var(--s4)}.dot.series-5{fill:var(--s5)}.dot.series-6{fill:var(--s6)}
.split{display:flex;height:22px;border-radius:5px;overflow:hidden;margin:6px 0}
.split span{min-width:1px}
.w1{background:var(--s6)}.w2{background:var(--s2)}.w3{background:var(--s1)}
.swatch{display:inline-block;width:11px;height:11px;border-radius:2px;margin-right:6px}
details summary{cursor:pointer;font-weight:600;margin:14px 0 8px}
@media print{body{background:#fff}.chart,.figures div{break-inside:avoid}})css";
}

} // namespace report
