import { signal } from '@preact/signals';
import { sandboxNow } from '../state/clock.js';

/** @import { Signal } from '@preact/signals' */

/**
 * The results of events and function calls since this page was opened, newest first. They are kept while
 * other sections are open.
 * @typedef {{ number: number, kind: string, at: Date, answer: object }} Result
 * @type {Signal<Result[]>}
 */
export const results = signal([]);
const KEPT = 5;

/**
 * @param {string} kind an event, or a function call
 * @param {object} answer the answer of the control call
 */
export function addResult(kind, answer) {
	const number = (results.value[0]?.number ?? 0) + 1;
	results.value = [{ number, kind, at: sandboxNow(), answer }, ...results.value].slice(0, KEPT);
}
