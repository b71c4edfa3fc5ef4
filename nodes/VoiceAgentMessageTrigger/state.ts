import { createHash } from 'crypto';

import type { VoiceAgentClient } from '../shared/client/client';
import { isRecord } from '../shared/text/json';
import type { Cursor } from './cursor';
import type { FailureScan } from './failureScan';
import type { Filters } from './settings';

/** The place up to which the messages that pass some filters have been handed over. */
interface FilteredPlace {
	filters: Filters;
	cursor: Cursor;
}

/** The state of a trigger for new messages. */
export interface NewMessagesState {
	/** The account whose messages these are, as `hashAccountHolder` names it. */
	account: string;
	/**
	 * The last one belongs to the present filters. Those before it are of filters since changed, whose messages
	 * still come up to the change.
	 */
	places: FilteredPlace[];
}

/** The state of a trigger for failed deliveries, with the settings that it belongs to. */
export interface FailedDeliveriesState {
	/** As `hashAccountHolder` names it. */
	account: string;
	filters: Filters;
	sentWithinHours: number;
	scan: FailureScan;
}

/** The state that a trigger keeps from one poll to the next. */
export type State = NewMessagesState | FailedDeliveriesState;

/**
 * Reads a state from JSON.
 * @returns undefined for anything but a state as this version stores it, or 0.1.0.
 */
export function readState(stored: unknown): State | undefined {
	const state: unknown = JSON.parse(JSON.stringify(stored), readStoredPairs);
	return isState(state) ? state : undefined;
}

/** Version 0.1.0 stored times by ID as a list of pairs. */
const readStoredPairs = (field: string, value: unknown): unknown =>
	['seen', 'known'].includes(field) && Array.isArray(value)
		? Object.fromEntries(value.filter(Array.isArray))
		: value;

const isState = (state: unknown): state is State =>
	isRecord(state) && typeof state.account === 'string' && (hasPlaces(state) || hasScan(state));

const hasPlaces = ({ places }: Record<string, unknown>): boolean =>
	Array.isArray(places) &&
	places.length > 0 &&
	places.every((place) => isRecord(place) && isRecord(place.filters) && isCursor(place.cursor));

const hasScan = ({ filters, sentWithinHours, scan }: Record<string, unknown>): boolean =>
	isRecord(filters) &&
	typeof sentWithinHours === 'number' &&
	isRecord(scan) &&
	isTimesById(scan.known) &&
	areNumbers(scan.scannedAt, scan.floor, scan.size) &&
	(scan.unfinished === undefined || (isRecord(scan.unfinished) && isCursor(scan.unfinished.cursor)));

const isCursor = (cursor: unknown): boolean =>
	isRecord(cursor) &&
	isTimesById(cursor.seen) &&
	areNumbers(cursor.floor, cursor.newest, cursor.missing, cursor.ahead);

const isTimesById = (times: unknown): boolean => isRecord(times) && areNumbers(...Object.values(times));

const areNumbers = (...values: unknown[]): boolean => values.every(Number.isFinite);

/**
 * Names the account that a credential leads to, as far as the credential tells: a new key of the same account
 * gives another name. A hash, since n8n exports what it stores with a workflow. It does not cover a password,
 * which could be guessed from it.
 * @param salt Makes it another name for each trigger.
 */
export function hashAccountHolder(
	{ connection, credentialType, credential }: VoiceAgentClient,
	salt: string,
): string {
	const holder = credentialType === 'voiceAgentApi' ? credential.apiKey : credential.email;
	const identity = [salt, connection.baseUrl, credentialType, String(holder).trim()];
	return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
}
