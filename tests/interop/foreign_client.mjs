// SPDX-License-Identifier: MIT
// node-opcua as client: uses a UaSurge server in each given mode and prints one line of JSON per
// mode with what it saw. Arguments: endpoint URL, folder for its keys, modes.
import {
  AttributeIds, BrowseDirection, ClientMonitoredItem, ClientSubscription, DataType,
  MessageSecurityMode, OPCUACertificateManager, OPCUAClient, SecurityPolicy, StatusCodes,
  TimestampsToReturn, VariantArrayType,
} from 'node-opcua';

const [url, keys, ...modes] = process.argv.slice(2);
const counters = 20;
const rounds = 400;

/** Everything below Root along forward hierarchical references, a few references at a time. */
async function browseAll(session) {
  const seen = new Set(['ns=0;i=84']);
  const result = { nodes: 1, references: 0, unnamed: 0, pages: 0 };
  let wanted = ['ns=0;i=84'];
  while (wanted.length > 0) {
    const batch = wanted.splice(0, 10);
    const answers = await session.browse(batch.map((nodeId) => ({
      nodeId, browseDirection: BrowseDirection.Forward, referenceTypeId: 'i=33',
      includeSubtypes: true, nodeClassMask: 0, resultMask: 63,
    })));
    for (let answer of answers) {
      for (;;) {
        if (!answer.statusCode.isGood()) throw new Error(`browse: ${answer.statusCode}`);
        for (const reference of answer.references ?? []) {
          ++result.references;
          if (!reference.displayName?.text || !reference.browseName?.name) ++result.unnamed;
          const id = reference.nodeId.toString();
          if (!seen.has(id)) { seen.add(id); wanted.push(id); }
        }
        if (!answer.continuationPoint || answer.continuationPoint.length === 0) break;
        ++result.pages;
        answer = await session.browseNext(answer.continuationPoint, false);
      }
    }
  }
  result.nodes = seen.size;
  return result;
}

/** What every client reads first. */
async function readStandard(session) {
  const wanted = [2255, 2256, 2258, 2259, 11705, 11714, 2275, 2254];
  const values = await session.read(wanted.map((i) => ({
    nodeId: `ns=0;i=${i}`, attributeId: AttributeIds.Value,
  })));
  values.forEach((value, k) => {
    if (!value.statusCode.isGood()) throw new Error(`reading i=${wanted[k]}: ${value.statusCode}`);
  });
  return {
    namespaces: values[0].value.value, state: values[3].value.value,
    time: values[2].value.value.toISOString(),
  };
}

/** Writes each type and reads it back. */
async function writeTypes(session) {
  const samples = [
    ['Boolean', DataType.Boolean, true], ['SByte', DataType.SByte, -128],
    ['Byte', DataType.Byte, 255], ['Int16', DataType.Int16, -32768],
    ['UInt16', DataType.UInt16, 65535], ['Int32', DataType.Int32, -2147483648],
    ['UInt32', DataType.UInt32, 4294967295], ['Int64', DataType.Int64, [0x80000000, 1]],
    ['UInt64', DataType.UInt64, [4294967295, 4294967295]], ['Float', DataType.Float, 0.25],
    ['Double', DataType.Double, -1e300], ['String', DataType.String, 'Grüße €'],
    ['ByteString', DataType.ByteString, Buffer.from([0, 1, 2, 255])],
    ['Guid', DataType.Guid, '72962B91-FA75-4AE6-8D28-B404DC7DAF63'],
  ];
  const nodeId = (name) => `ns=2;s=Types.${name}`;
  const statuses = await session.write(samples.map(([name, dataType, value]) => ({
    nodeId: nodeId(name), attributeId: AttributeIds.Value, value: { value: { dataType, arrayType: VariantArrayType.Scalar, value } },
  })));
  const back = await session.read(samples.map(([name]) => ({
    nodeId: nodeId(name), attributeId: AttributeIds.Value,
  })));
  const wrong = [];
  samples.forEach(([name, dataType, value], k) => {
    const got = back[k].value;
    if (!statuses[k].isGood() || got.dataType !== dataType ||
        JSON.stringify(got.value) !== JSON.stringify(value)) {
      wrong.push(`${name}: ${statuses[k]} ${JSON.stringify(got.value)}`);
    }
  });
  return wrong;
}

async function callAdd(session) {
  const result = await session.call({
    objectId: 'ns=2;s=Simulation', methodId: 'ns=2;s=Add',
    inputArguments: [{ dataType: DataType.Double, value: 1.5 },
                     { dataType: DataType.Double, value: 2 }],
  });
  if (!result.statusCode.isGood()) throw new Error(`call: ${result.statusCode}`);
  return result.outputArguments[0].value;
}

/** Counts up in several variables and checks that every number comes once and in order. */
async function subscribe(session, first) {
  const subscription = await session.createSubscription2({
    requestedPublishingInterval: 50, requestedLifetimeCount: 100, requestedMaxKeepAliveCount: 10,
    maxNotificationsPerPublish: 0, publishingEnabled: true, priority: 1,
  });
  const seen = Array.from({ length: counters }, () => []);
  for (let i = 0; i < counters; ++i) {
    const item = ClientMonitoredItem.create(subscription,
      { nodeId: `ns=2;i=${first + i}`, attributeId: AttributeIds.Value },
      { samplingInterval: 0, discardOldest: true, queueSize: 1000 }, TimestampsToReturn.Both);
    item.on('changed', (value) => seen[i].push(value.value.value[1]));
    item.on('err', (message) => seen[i].push(message));
  }
  while (seen.some((values) => values.length === 0)) await new Promise((r) => setTimeout(r, 20));
  for (let n = 1; n <= rounds; ++n) {
    const statuses = await session.write(seen.map((_, i) => ({
      nodeId: `ns=2;i=${first + i}`, attributeId: AttributeIds.Value,
      value: { value: { dataType: DataType.UInt64, arrayType: VariantArrayType.Scalar,
                        value: [0, n] } },
    })));
    if (statuses.some((s) => s !== StatusCodes.Good)) throw new Error(`write: ${statuses}`);
    await new Promise((r) => setTimeout(r, 5));
  }
  for (let wait = 0; wait < 100 && seen.some((v) => v.length <= rounds); ++wait) {
    await new Promise((r) => setTimeout(r, 50));
  }
  await subscription.terminate();
  const inOrder = seen.every((values) =>
    values.length === rounds + 1 && values.every((value, k) => value === k));
  return { values: seen.reduce((sum, values) => sum + values.length, 0), inOrder };
}

async function use(name, index, certificates) {
  const client = OPCUAClient.create({
    applicationName: 'foreign-client', securityMode: MessageSecurityMode[name],
    securityPolicy: name === 'None' ? SecurityPolicy.None : SecurityPolicy.Basic256Sha256,
    endpointMustExist: false, defaultSecureTokenLifetime: 2000,
    clientCertificateManager: certificates,
    connectionStrategy: { maxRetry: 0 }, keepSessionAlive: false,
  });
  const report = { mode: name, renewals: 0 };
  client.on('security_token_renewed', () => ++report.renewals);
  await client.connect(url);
  const session = await client.createSession();
  Object.assign(report, await readStandard(session));
  session.requestedMaxReferencesPerNode = 20;
  report.browse = await browseAll(session);
  report.wrongTypes = await writeTypes(session);
  report.sum = await callAdd(session);
  report.subscribe = await subscribe(session, 1 + index * counters);
  await session.close();
  await client.disconnect();
  return report;
}

const certificates = new OPCUACertificateManager({
  rootFolder: keys, automaticallyAcceptUnknownCertificate: true,
});
await certificates.initialize();
let failed = false;
for (const [index, mode] of modes.entries()) {
  try {
    console.log('result ' + JSON.stringify(await use(mode, index, certificates)));
  } catch (error) {
    failed = true;
    console.log('result ' + JSON.stringify({ mode, error: String(error?.stack ?? error) }));
  }
}
process.exit(failed ? 1 : 0);
