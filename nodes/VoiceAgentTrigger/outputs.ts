import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { EVENTS } from '../shared/wire/events';

/** An expression that the editor evaluates: one of an event's texts, for each event that is selected. */
const selectedTexts = (text: 'name' | 'outputLabel'): string => {
	const texts = Object.fromEntries(EVENTS.map((event) => [event.value, event[text]]));
	return `$parameter["events"].map((event) => (${JSON.stringify(texts)})[event] ?? event)`;
};

/** The names of the selected events. */
export const SELECTED_NAMES = selectedTexts('name');

/**
 * The trigger's outputs, as an expression that the editor evaluates: one for all events, or one for each
 * selected event in the order of selection and, when unknown events are passed on, a last one for those.
 */
export const OUTPUTS = `={{ $parameter["options"]["separateOutputs"]
	? [
		...${selectedTexts('outputLabel')},
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
