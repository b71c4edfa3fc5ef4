import type { IDataObject, IExecuteFunctions, ISupplyDataFunctions, NodeTypeAndVersion } from 'n8n-workflow';

/** A node as n8n's expressions see it, e.g. `$('Trigger')`. */
interface NodeInExpressions {
	isExecuted: boolean;
	/** @throws ExpressionError if a node between has not passed on which item its own come from. */
	item: { json: IDataObject } | undefined;
	all(): Array<{ json: IDataObject }>;
}

/** The context of a node, as far as it tells about the run. */
export type RunContext = Pick<
	IExecuteFunctions & ISupplyDataFunctions,
	'getWorkflowDataProxy' | 'getNode' | 'getParentNodes' | 'getChildNodes'
>;

/**
 * Finds the item of a trigger from which an item of the current node comes, as `$('Trigger').item` does in an expression.
 * The current node may also be a subnode or a tool of an AI agent. Tested by test/engine/starting-message.test.ts and
 * test/e2e/memory.test.ts.
 * @param triggerType Matches the types of the triggers that count.
 * @param isTriggerItem Recognizes their items where another node puts them out: the start of a sub-workflow, or a node
 * that stands for the trigger in a test.
 * @returns undefined if no such trigger has started the run, or if it is not known which of its items is the one.
 */
export function findTriggerItem(
	context: RunContext,
	itemIndex: number,
	triggerType: RegExp,
	isTriggerItem: (item: IDataObject) => boolean,
): IDataObject | undefined {
	const { $: find } = context.getWorkflowDataProxy(itemIndex) as unknown as {
		$: (node: string) => NodeInExpressions;
	};
	const executed = listEarlierNodes(context)
		.map(({ name, type }) => ({ type, node: find(name) }))
		.filter(({ node }) => node.isExecuted);
	const trigger = executed.find(({ type }) => triggerType.test(type));
	if (trigger) return findItem(trigger.node);
	return executed.map(({ node }) => findItem(node)).findLast((item) => item && isTriggerItem(item));
}

/**
 * Lists nodes that may have run before the current one. A subnode and a tool have none before them, so those before
 * their agent count. n8n does not name the agent, only the node that the agent's items come from.
 */
function listEarlierNodes(context: RunContext): NodeTypeAndVersion[] {
	// n8n's types have it for nodes alone, but a subnode has it as well.
	const { source } = (context as Pick<IExecuteFunctions, 'getExecuteData'> & RunContext).getExecuteData();
	const previous = source?.main?.[0]?.previousNode ?? context.getNode().name;
	const nodes = [previous, ...context.getChildNodes(previous).map(({ name }) => name)];
	return nodes.flatMap((name) => context.getParentNodes(name));
}

const findItem = (node: NodeInExpressions): IDataObject | undefined =>
	findPairedItem(node) ?? findOnlyItem(node);

function findPairedItem(trigger: NodeInExpressions): IDataObject | undefined {
	try {
		return trigger.item?.json;
	} catch {
		return undefined;
	}
}

/** Returns the item of a node that has output only one: every item of the run comes from it. */
function findOnlyItem(node: NodeInExpressions): IDataObject | undefined {
	const [only, other] = node.all();
	return other === undefined ? only?.json : undefined;
}
