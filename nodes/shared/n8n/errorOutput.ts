import type { INode, INodeExecutionData } from 'n8n-workflow';

/** Tells whether items that fail leave by an output of their own. */
export const hasErrorOutput = ({ onError }: INode): boolean => onError === 'continueErrorOutput';

/**
 * Marks an item so that it leaves by the error output. n8n 2.38 and newer send it there, and add the fields of
 * the input item, as long as its JSON has no fields but `error` and `details`. Older versions look for an
 * `error` beside `json`, and every version would replace `json` by its message if a copy still had it. So
 * the property can be read, but is not copied. Tested by test/engine/running.test.ts.
 */
export const withHiddenError = (item: INodeExecutionData, error: unknown): INodeExecutionData =>
	Object.defineProperty(item, 'error', { value: error, enumerable: false });
