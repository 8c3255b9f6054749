// SPDX-License-Identifier: MIT
// node-opcua as server on the given port, in every mode. Prints "ready" and what it holds as JSON,
// serves until its standard input ends, then prints what it counted. Arguments: port, key folder.
import {
  DataType, MessageSecurityMode, OPCUACertificateManager, OPCUAServer, SecurityPolicy, StatusCodes,
  Variant,
} from 'node-opcua';

const [port, keys] = process.argv.slice(2);
const certificates = new OPCUACertificateManager({
  rootFolder: keys, automaticallyAcceptUnknownCertificate: true,
});
const server = new OPCUAServer({
  port: Number(port), serverCertificateManager: certificates, hostname: '127.0.0.1',
  alternateHostname: ['127.0.0.1'],
  securityModes: [MessageSecurityMode.None, MessageSecurityMode.Sign,
                  MessageSecurityMode.SignAndEncrypt],
  securityPolicies: [SecurityPolicy.None, SecurityPolicy.Basic256Sha256],
  allowAnonymous: true, disableDiscovery: true,
  serverCapabilities: { minSupportedSampleRate: 0 }, // every change, not one in 50 ms
  serverInfo: { applicationUri: 'urn:uasurge:foreign-server' },
});
await server.initialize();

const space = server.engine.addressSpace;
const own = space.getOwnNamespace();
const folder = own.addObject({ organizedBy: space.rootFolder.objects, browseName: 'Interop',
                               nodeId: 's=Interop' });
for (let i = 0; i < 20; ++i) {
  own.addVariable({
    componentOf: folder, browseName: `Counter${i}`, nodeId: `s=Counter${i}`, dataType: 'UInt32',
    minimumSamplingInterval: 0, value: { dataType: DataType.UInt32, value: 0 },
    accessLevel: 'CurrentRead | CurrentWrite', userAccessLevel: 'CurrentRead | CurrentWrite',
  });
}
const method = own.addMethod(folder, {
  browseName: 'Add', nodeId: 's=Add',
  inputArguments: [{ name: 'a', dataType: DataType.Double }, { name: 'b', dataType: DataType.Double }],
  outputArguments: [{ name: 'sum', dataType: DataType.Double }],
});
method.bindMethod((inputs, context, done) => done(null, {
  statusCode: StatusCodes.Good,
  outputArguments: [new Variant({ dataType: DataType.Double,
                                  value: inputs[0].value + inputs[1].value })],
}));

/**
 * What the calling session has to find below Root, counted from the address space itself. Asked by
 * the session, as every session adds its diagnostics and some nodes are hidden from anonymous users.
 */
function countReachable(context) {
  const seen = new Set([space.rootFolder.nodeId.toString()]);
  const next = [space.rootFolder];
  while (next.length > 0) {
    for (const reference of next.pop().findReferencesEx('HierarchicalReferences')) {
      const id = reference.nodeId.toString();
      const target = space.findNode(reference.nodeId);
      const visible = target && !context.isBrowseAccessRestricted(target);
      if (visible && !seen.has(id)) { seen.add(id); next.push(target); }
    }
  }
  return seen.size;
}
const count = own.addMethod(folder, {
  browseName: 'CountNodes', nodeId: 's=CountNodes', inputArguments: [],
  outputArguments: [{ name: 'nodes', dataType: DataType.UInt32 }],
});
count.bindMethod((inputs, context, done) => done(null, {
  statusCode: StatusCodes.Good,
  outputArguments: [new Variant({ dataType: DataType.UInt32, value: countReachable(context) })],
}));
await server.start();

console.log('ready ' + JSON.stringify({ namespace: own.index }));
process.stdin.resume();
process.stdin.on('end', async () => {
  console.log('result ' + JSON.stringify({
    sessions: server.currentSessionCount, subscriptions: server.currentSubscriptionCount,
  }));
  await server.shutdown(0);
  process.exit(0);
});
