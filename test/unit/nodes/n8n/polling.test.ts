import type { IDataObject, INode, IPollFunctions } from 'n8n-workflow';

import { NodeState } from '../../../../nodes/n8n/polling';

interface State {
	count: number;
}

/** Static data of a workflow whose node has this name; workflows differ in their ID. */
const contextOf = (
	data: IDataObject,
	workflowId: string,
	name = 'Trigger',
	others: Array<Partial<INode>> = [],
) =>
	({
		getNode: () => ({ id: 'node', name }),
		getWorkflow: () => ({ id: workflowId }),
		getWorkflowStaticData: (type: string) => (data[type === 'node' ? `node:${name}` : type] ??= {}),
		workflow: { nodes: { [name]: { id: 'node', name }, ...others }, staticData: data },
	}) as unknown as IPollFunctions;

const parseState = (stored: unknown): State | undefined =>
	typeof (stored as State).count === 'number' ? { count: (stored as State).count } : undefined;

const stateOf = (...context: Parameters<typeof contextOf>) =>
	new NodeState(contextOf(...context), 'ourTrigger', parseState);

const copyOf = (data: IDataObject) => JSON.parse(JSON.stringify(data)) as IDataObject;

describe('what n8n stores of a trigger', () => {
	it('is read by its owner alone', () => {
		const data = {};
		stateOf(data, 'a').write({ count: 5 }, true);
		expect(stateOf(copyOf(data), 'a').find()).toEqual({ count: 5 });
		expect(stateOf(copyOf(data), 'b').find()).toBeUndefined();
	});

	it('is found by a renamed node, the newest of it', () => {
		const data = {};
		stateOf(data, 'renamed', 'Old').write({ count: 5 }, true);
		stateOf(data, 'renamed', 'New').write({ count: 6 }, true);
		for (const name of ['New', 'Old', 'Newer']) {
			expect(stateOf(copyOf(data), 'renamed', name).find()).toEqual({ count: 6 });
		}
	});

	it('is what n8n stored with the execution, if it ended between that and the data of the workflow', () => {
		const data: IDataObject = {};
		stateOf(data, 'e').write({ count: 5 }, true);
		const before = copyOf(data);
		stateOf(data, 'e').write({ count: 6 }, true);
		const after = copyOf({ ...data, 'node:Trigger': before['node:Trigger'] });
		expect(stateOf(after, 'e').find()).toEqual({ count: 5 });
	});

	it('is continued in memory where n8n did not store it, and only there', () => {
		const data = {};
		stateOf(data, 'c').write({ count: 5 }, true);
		const before = copyOf(data);
		stateOf(data, 'c').write({ count: 6 }, false);
		expect(stateOf(copyOf(before), 'c').find()).toEqual({ count: 6 });
		stateOf(data, 'c').write({ count: 7 }, true);
		expect(stateOf(copyOf(before), 'c').find()).toEqual({ count: 5 });
	});

	it('is continued in memory where n8n has not stored the first one', () => {
		stateOf({}, 'first').write({ count: 5 }, false);
		expect(stateOf({}, 'first').find()).toEqual({ count: 5 });
	});

	it('is not continued in memory where another process has stored a newer one', () => {
		const data: IDataObject = {};
		stateOf(data, 'f').write({ count: 5 }, true);
		stateOf(data, 'f').write({ count: 6 }, false);
		const own = { of: 'f:node', name: 'Trigger', revision: 9, count: 7 };
		expect(stateOf({ 'node:Trigger': { state: own } }, 'f').find()).toEqual({ count: 7 });
	});

	it.each([
		['newer', 'Between', 2, 6],
		['as old', 'Between', 1, 5],
		['newer, but of this name', 'Trigger', 2, 5],
	])(
		'of a node that was renamed and renamed back is the newest: shared is %s',
		(_, name, revision, count) => {
			const own = { of: 'h:node', name: 'Trigger', revision: 1, count: 5 };
			const shared = { of: 'h:node', name, revision, count: 6 };
			const data = { global: { ourTrigger: { node: shared } }, 'node:Trigger': { state: own } };
			expect(stateOf(data, 'h').find()).toEqual({ count });
		},
	);

	it.each([
		{},
		{ state: 1 },
		{ state: { of: 'd:node', revision: 'first', count: 1 } },
		{ state: { of: 'd:node', revision: 1, count: 'one' } },
	])('is not read if it is anything else: %j', (stored) => {
		expect(stateOf({ 'node:Trigger': stored }, 'd').find()).toBeUndefined();
	});

	describe('of nodes that the workflow no longer has', () => {
		const ours = { of: 'g', name: 'Gone', revision: 3, count: 4 };
		const dataOf = () => ({
			global: { ourTrigger: { gone: ours, other: ours }, field: 1 },
			'node:Gone': { state: ours },
			'node:Other': { state: ours },
			'node:Foreign': { state: { lastTimeChecked: 7 } },
		});
		const OTHER = { id: 'other', name: 'Other' };

		it('leaves with the next change; what is not ours, and what another node has, stays', () => {
			const data = dataOf() as IDataObject;
			stateOf(data, 'g', 'Trigger', [OTHER]).write({ count: 5 }, true);
			const own = { of: 'g:node', name: 'Trigger', revision: 1, count: 5 };
			expect(data).toEqual({
				global: { ourTrigger: { node: own, other: ours }, field: 1 },
				'node:Trigger': { state: own },
				'node:Other': { state: ours },
				'node:Foreign': { state: { lastTimeChecked: 7 } },
			});
		});

		it('stays where n8n does not tell which nodes there are', () => {
			const data = dataOf() as IDataObject;
			const context = Object.assign(contextOf(data, 'g'), { workflow: undefined });
			new NodeState(context, 'ourTrigger', parseState).write({ count: 5 }, true);
			expect(data).toMatchObject(dataOf());
		});
	});
});
