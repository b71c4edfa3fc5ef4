import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { advance, BEGINNING } from '../../../../nodes/VoiceAgentMessageTrigger/cursor';
import { StateStore } from '../../../../nodes/VoiceAgentMessageTrigger/state';
import type { State } from '../../../../nodes/VoiceAgentMessageTrigger/storedState';
import { rowAt, START } from './support';

/** Static data of a workflow whose node has this name. */
const contextOf = (data: IDataObject, name = 'Trigger') =>
	({
		getNode: () => ({ id: 'node', name }),
		getWorkflowStaticData: (type: string) => (data[type === 'node' ? `node:${name}` : type] ??= {}),
	}) as unknown as IPollFunctions;

const stateAt = (milliseconds: number): State => ({
	account: 'account',
	places: [
		{
			filters: { direction: 'any', phoneNumber: '', channel: 'any' },
			cursor: advance(BEGINNING, [rowAt(milliseconds)], START + 86_400_000),
		},
	],
});

const copyOf = (data: IDataObject) => JSON.parse(JSON.stringify(data)) as IDataObject;

describe('what n8n stores of a trigger', () => {
	it('is read by its owner alone', () => {
		const data = {};
		new StateStore(contextOf(data), 'a').write(stateAt(5), true);
		expect(new StateStore(contextOf(copyOf(data)), 'a').read()).toEqual(stateAt(5));
		expect(new StateStore(contextOf(copyOf(data)), 'b').read()).toBeUndefined();
	});

	it('is found by a renamed node, the newest of it', () => {
		const data = {};
		new StateStore(contextOf(data, 'Old'), 'renamed').write(stateAt(5), true);
		new StateStore(contextOf(data, 'New'), 'renamed').write(stateAt(6), true);
		for (const name of ['New', 'Old', 'Newer']) {
			expect(new StateStore(contextOf(copyOf(data), name), 'renamed').read()).toEqual(stateAt(6));
		}
	});

	it('is what n8n stored with the execution, if it ended between that and the data of the workflow', () => {
		const data: IDataObject = {};
		new StateStore(contextOf(data), 'e').write(stateAt(5), true);
		const before = copyOf(data);
		new StateStore(contextOf(data), 'e').write(stateAt(6), true);
		const after = copyOf({ ...data, 'node:Trigger': before['node:Trigger'] });
		expect(new StateStore(contextOf(after), 'e').read()).toEqual(stateAt(5));
	});

	it('is continued in memory where n8n did not store it, and only there', () => {
		const data = {};
		new StateStore(contextOf(data), 'c').write(stateAt(5), true);
		const before = copyOf(data);
		new StateStore(contextOf(data), 'c').write(stateAt(6), false);
		expect(new StateStore(contextOf(copyOf(before)), 'c').read()).toEqual(stateAt(6));
		new StateStore(contextOf(data), 'c').write(stateAt(7), true);
		expect(new StateStore(contextOf(copyOf(before)), 'c').read()).toEqual(stateAt(5));
	});

	it.each([
		{},
		{ state: 1 },
		{ state: { of: 'd' } },
		{ state: { of: 'd', revision: 1, account: '', places: [] } },
		{ state: { of: 'd', revision: 1, account: '', places: [{ filters: {}, cursor: { seen: [] } }] } },
	])('is not read if it is anything else: %j', (stored) => {
		expect(new StateStore(contextOf({ 'node:Trigger': stored }), 'd').read()).toBeUndefined();
	});
});
