import { signal } from '@preact/signals';
import { sandboxNow } from '../state/clock.js';

/** @import { Signal } from '@preact/signals' */

/**
 * The things that were made to happen since this page was opened, newest first;
 * they stay while other sections are open.
 * @typedef {{ number: number, kind: string, at: Date, answer: object }} Result
 * @type {Signal<Result[]>}
 */
export const results = signal([]);
const KEPT = 5;

/**
 * @param {string} kind of what happened: an event, or a function call
 * @param {object} answer of the control call
 */
export function addResult(kind, answer) {
	const number = (results.value[0]?.number ?? 0) + 1;
	results.value = [{ number, kind, at: sandboxNow(), answer }, ...results.value].slice(0, KEPT);
}
