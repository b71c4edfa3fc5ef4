import type { Execution } from '../n8n/api.ts';
import { readExecutionData, type NodeRun } from '../n8n/executions.ts';
import { findReachable, type WorkflowFile, type WorkflowNode } from '../n8n/workflow.ts';
import { listAllNodes, readCalled } from './sub-workflows.ts';

/** Matches an expression, which reads what an earlier node has put out. */
const EXPRESSION = /\{\{(.*?)\}\}/gs;

/** An error after which a workflow went on. */
export interface PassedError {
	readonly node: string;
	readonly error: string;
	/** True if the workflow does something about it: its error output leads on, or a later node looks at the error. */
	readonly isHandled: boolean;
}

/** Lists the errors after which an execution of a workflow went on. */
export function findPassedErrors(execution: Execution, file: WorkflowFile): PassedError[] {
	const runs = readExecutionData(execution).runData ?? {};
	return Object.entries(runs).flatMap(([name, all]) => {
		const owner = findOwner(file, name);
		const node = owner?.nodes.find((one) => one.name === name);
		if (owner === undefined || node === undefined) return [];
		return all.flatMap((run) => findErrors(run, node, owner));
	});
}

function findErrors(run: NodeRun, node: WorkflowNode, file: WorkflowFile): PassedError[] {
	const outputs = run.data?.main;
	// The parts of an agent have other outputs; the agent is told of their errors.
	if (outputs === undefined) return [];
	const hasErrorOutput = node.onError === 'continueErrorOutput';
	const goesOn = node.onError === 'continueRegularOutput' || node.continueOnFail === true;
	if (!hasErrorOutput && !goesOn) return [];
	const ofItems = outputs.flatMap((items, output) => {
		// Items of the other outputs may have a field of this name for another reason.
		if (hasErrorOutput && output !== outputs.length - 1) return [];
		const isHandled = hasErrorOutput ? leadsOn(file, node.name, output) : isLookedAt(file, node.name);
		return (items ?? [])
			.flatMap(({ json }) => errorIn(json))
			.map((error) => ({ node: node.name, error, isHandled }));
	});
	// A node that fails as a whole passes its input on, in which no item stands for the error.
	if (ofItems.length > 0 || run.error === undefined) return ofItems;
	const isHandled = goesOn && isLookedAt(file, node.name);
	return [{ node: node.name, error: run.error.message ?? 'it failed', isHandled }];
}

/** Returns the message of an item that stands for an error. */
function errorIn({ error }: Readonly<Record<string, unknown>>): string[] {
	if (typeof error === 'string') return [error];
	const message = (error as { message?: unknown } | null | undefined)?.message;
	return typeof message === 'string' ? [message] : [];
}

function leadsOn({ connections }: WorkflowFile, name: string, output: number): boolean {
	const { main = [] } = (connections as Record<string, { main?: Array<unknown[] | null> }>)[name] ?? {};
	return (main[output]?.length ?? 0) > 0;
}

/** Tells if a later node reads the error of an item. */
function isLookedAt(file: WorkflowFile, name: string): boolean {
	const later = findReachable(file, [name]);
	later.delete(name);
	return file.nodes.some((node) => node.disabled !== true && later.has(node.name) && readsErrors(node));
}

function readsErrors({ parameters }: WorkflowNode): boolean {
	const text = JSON.stringify(parameters);
	const expressions = [...text.matchAll(EXPRESSION)].map(([, code = '']) => code);
	const code = typeof parameters.jsCode === 'string' ? [parameters.jsCode] : [];
	return [...expressions, ...code].some((one) => /\berror\b/.test(one));
}

/** Finds the workflow that has a node: the one that is given, or one that stands in a node of it. */
function findOwner(file: WorkflowFile, name: string): WorkflowFile | undefined {
	if (file.nodes.some((node) => node.name === name)) return file;
	return listAllNodes(file)
		.filter((node) => node.disabled !== true)
		.map(readCalled)
		.flatMap((called) => (called?.kind === 'inline' ? [called.workflow] : []))
		.find(({ nodes }) => nodes.some((node) => node.name === name));
}
