/** Lets the engine tests, which are written for n8n's newest engine, call an older one. */
import { WorkflowExecute } from 'n8n-core';
import { type INodeTypes, Workflow } from 'n8n-workflow';
type Run = WorkflowExecute['run'];
type PositionalRun = (...values: unknown[]) => ReturnType<Run>;

const { run } = WorkflowExecute.prototype;

// In n8n 1 these are parameters of their own.
if (run.length > 1) {
	WorkflowExecute.prototype.run = function (this: WorkflowExecute, options) {
		const { workflow, startNode, destinationNode, pinData, triggerToStartFrom } = options;
		return (run as PositionalRun).call(
			this,
			workflow,
			startNode,
			destinationNode,
			pinData,
			triggerToStartFrom,
		);
	};
}

// Older engines evaluate expressions in the process itself; the class
// that does it is not exported by all of them.
const { expression } = new Workflow({
	nodes: [],
	connections: {},
	active: false,
	nodeTypes: {} as INodeTypes,
});
const evaluator = Object.getPrototypeOf(expression) as Workflow['expression'];
evaluator.acquireIsolate ??= async () => false;
evaluator.releaseIsolate ??= async () => {};
