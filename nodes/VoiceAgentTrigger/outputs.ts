import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { EVENT_NAMES } from '../shared/wire/events';

/** The names of the selected events, in an expression that the editor evaluates. */
export const SELECTED_NAMES = `$parameter["events"].map((event) => (${JSON.stringify(EVENT_NAMES)})[event] ?? event)`;

/**
 * The trigger's outputs, as an expression that the editor evaluates: one for all events, or one for each selected event in
 * the order of selection and, when unknown events are passed on, a last one for those.
 */
export const OUTPUTS = `={{ $parameter["options"]["separateOutputs"]
	? [
		...${SELECTED_NAMES},
		...($parameter["options"]["unknownEvents"] === "passOn" ? ["Unknown"] : []),
	].map((displayName) => ({ type: "main", displayName }))
	: ["main"] }}` as const;

/** Puts each item at the output of its event. */
export function distribute(
	items: INodeExecutionData[],
	events: string[],
	options: IDataObject,
): INodeExecutionData[][] {
	if (options.separateOutputs !== true) return [items];
	const kinds = options.unknownEvents === 'passOn' ? [...events, 'unknown'] : events;
	return kinds.map((kind) => items.filter(({ json }) => json.event === kind));
}
