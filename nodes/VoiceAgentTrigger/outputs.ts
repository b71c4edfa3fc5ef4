import type { INodeExecutionData } from 'n8n-workflow';

import { EVENTS } from '../events/events';
import type { TriggerSettings } from './settings';

/** Returns an expression that the editor evaluates: it gives one of the texts of each selected event. */
const selectedTexts = (text: 'name' | 'outputLabel'): string => {
	const texts = Object.fromEntries(EVENTS.map((event) => [event.value, event[text]]));
	return `[$parameter["events"] ?? []].flat().map((event) => (${JSON.stringify(texts)})[event] ?? event)`;
};

/** The names of the selected events. */
export const SELECTED_NAMES = selectedTexts('name');

/**
 * The trigger's outputs, as an expression that the editor evaluates: one for all events, or one for each selected
 * event in the order of selection and, when unknown events are passed on, a last one for those. An expression may
 * give a switch as text, as `parseBooleanValue` takes it.
 */
export const OUTPUTS =
	`={{ ["true", "1"].includes(String($parameter["options"]?.["separateOutputs"]).trim().toLowerCase())
	? [
		...${selectedTexts('outputLabel')},
		...(String($parameter["options"]["unknownEvents"]).trim() === "passOn" ? ["Unknown"] : []),
	].map((displayName) => ({ type: "main", displayName }))
	: ["main"] }}` as const;

/** The items with which an event starts the workflow. */
export interface EventResult {
	event: string;
	items: INodeExecutionData[];
}

/** Puts the items of each event at its output, as {@link OUTPUTS} has them. */
export function toOutputs(
	results: readonly EventResult[],
	{ events, separateOutputs, unknownEvents }: TriggerSettings,
): INodeExecutionData[][] {
	if (!separateOutputs) return [results.flatMap(({ items }) => items)];
	const kinds = unknownEvents === 'passOn' ? [...events, 'unknown'] : events;
	return kinds.map((kind) => results.filter(({ event }) => event === kind).flatMap(({ items }) => items));
}
