/** An execution of a workflow that does not run any more. */
interface WorkflowExecution {
	readonly id: string;
	/** Its state, e.g. `success`, `error` or `waiting`. */
	readonly status: string;
	/** The node that ran last. */
	readonly lastNode: string | undefined;
	readonly seconds: number;
	/** True if it ended at its trigger, which put out nothing, as after a repeated event. */
	readonly endedAtTrigger: boolean;
	/** Lists the items that a node put out when it ran last. */
	listOutput(node: string): readonly object[];
}

/** The executions of some workflows since a scenario has begun. */
export interface WorkflowExecutions {
	/** Lists those of a workflow that have ended or wait, the oldest first; those that another workflow runs are none. */
	list(workflowId: string): Promise<WorkflowExecution[]>;
	/** Tells if nothing more comes of them by itself soon. @param patient also waits for those that run very long */
	areSettled(patient: boolean): Promise<boolean>;
}

/** The program that runs the workflows which scenarios test. */
export interface WorkflowHost {
	/** Follows the executions of workflows from now on; undefined if no such program is known. */
	follow(workflowIds: readonly string[]): Promise<WorkflowExecutions | undefined>;
	/** Starts a trigger of a workflow, which puts out an item. @throws {ServiceError} if it does not start */
	start(workflowId: string, trigger: string, item: object): Promise<void>;
}
