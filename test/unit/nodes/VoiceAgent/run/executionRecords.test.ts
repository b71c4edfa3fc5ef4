import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { ExecutionRecords } from '../../../../../nodes/VoiceAgent/run/executionRecords';

/** The context of a node in an execution, whose nodes share `flow`. */
const contextIn = (flow: IDataObject) => ({ getContext: () => flow }) as unknown as IExecuteFunctions;

const TEN_MINUTES_MS = 600_000;

afterEach(() => jest.restoreAllMocks());

it('knows what another node of the execution has sent, and nothing of another execution', () => {
	const flow = {};
	new ExecutionRecords(contextIn(flow)).add('m1');
	expect(new ExecutionRecords(contextIn(flow)).has('m1')).toBe(true);
	expect(new ExecutionRecords(contextIn(flow)).has('m2')).toBe(false);
	expect(new ExecutionRecords(contextIn({})).has('m1')).toBe(false);
});

it('keeps it where n8n has stored the execution meanwhile', () => {
	const flow = {};
	const records = new ExecutionRecords(contextIn(flow));
	records.add('m1');
	records.addUncertain('to Ada: Hi');
	const restored = new ExecutionRecords(contextIn(JSON.parse(JSON.stringify(flow)) as IDataObject));
	expect(restored.has('m1')).toBe(true);
	expect(restored.isUncertain('to Ada: Hi')).toBe(true);
});

it.each([
	[TEN_MINUTES_MS, true],
	[TEN_MINUTES_MS + 1, false],
])('knows an ID %i ms later: %s', (laterMs, isKnown) => {
	const flow = {};
	const begun = Date.now();
	jest.spyOn(Date, 'now').mockReturnValue(begun);
	new ExecutionRecords(contextIn(flow)).add('m1');
	jest.spyOn(Date, 'now').mockReturnValue(begun + laterMs);
	expect(new ExecutionRecords(contextIn(flow)).has('m1')).toBe(isKnown);
});

it('takes no property of objects for an ID', () => {
	expect(new ExecutionRecords(contextIn({})).has('constructor')).toBe(false);
});

it('stores no text of a request whose outcome is unknown, and each request once', () => {
	const flow = {};
	const records = new ExecutionRecords(contextIn(flow));
	records.addUncertain('to Ada: Hi');
	const once = JSON.stringify(flow);
	records.addUncertain('to Ada: Hi');
	expect(JSON.stringify(flow)).toBe(once);
	expect(once).not.toMatch(/Ada|Hi/);
	expect(records.isUncertain('to Bob: Hi')).toBe(false);
});
