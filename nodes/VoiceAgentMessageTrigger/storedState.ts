import { isRecord } from '../shared/text/json';
import type { Cursor } from './cursor';
import type { FailureScan } from './failureScan';
import type { Filters } from './filters';

/** The place up to which the messages that pass some filters have been handed over. */
export interface Place {
	filters: Filters;
	cursor: Cursor;
}

/** The state of a trigger for new messages. */
export interface NewMessagesState {
	/** The account whose messages these are, as `hashAccount` names it. */
	account: string;
	/**
	 * The last one belongs to the present filters. Those before it are of filters since changed, whose messages
	 * still come up to the change.
	 */
	places: Place[];
}

/** The state of a trigger for failed deliveries, with the settings that it belongs to. */
export interface FailedDeliveriesState {
	/** As `hashAccount` names it. */
	account: string;
	filters: Filters;
	sentWithinHours: number;
	scan: FailureScan;
}

/** The state that a trigger keeps from one poll to the next. */
export type State = NewMessagesState | FailedDeliveriesState;

type StoredCursor = Omit<Cursor, 'seen'> & { seen: Array<[string, number]> };

type StoredNewMessages = Omit<NewMessagesState, 'places'> & {
	places: Array<Omit<Place, 'cursor'> & { cursor: StoredCursor }>;
};

type StoredScan = Omit<FailureScan, 'known' | 'unfinished'> & {
	known: Array<[string, number]>;
	unfinished?: Omit<NonNullable<FailureScan['unfinished']>, 'cursor'> & { cursor: StoredCursor };
};

type StoredFailedDeliveries = Omit<FailedDeliveriesState, 'scan'> & { scan: StoredScan };

/** A state as JSON has it. */
export type StoredState = StoredNewMessages | StoredFailedDeliveries;

/** Makes JSON of a state. */
export function toStored(state: State): StoredState {
	if ('places' in state) {
		const places = state.places.map((place) => ({ ...place, cursor: toStoredCursor(place.cursor) }));
		return { ...state, places };
	}
	const { unfinished, known, ...scan } = state.scan;
	return {
		...state,
		scan: {
			...scan,
			known: [...known],
			...(unfinished && { unfinished: { ...unfinished, cursor: toStoredCursor(unfinished.cursor) } }),
		},
	};
}

/**
 * Reads a state from JSON that {@link isStoredState}. It shares nothing with
 * the JSON, which n8n watches for changes.
 */
export function fromStored(stored: StoredState): State {
	const { account } = stored;
	if ('places' in stored) {
		const places = stored.places.map(({ filters, cursor }) => ({
			filters: { ...filters },
			cursor: fromStoredCursor(cursor),
		}));
		return { account, places };
	}
	const { filters, sentWithinHours, scan } = stored;
	const { unfinished, known, ...rest } = scan;
	return {
		account,
		filters: { ...filters },
		sentWithinHours,
		scan: {
			...rest,
			known: new Map(known),
			...(unfinished && { unfinished: { ...unfinished, cursor: fromStoredCursor(unfinished.cursor) } }),
		},
	};
}

const toStoredCursor = (cursor: Cursor): StoredCursor => ({ ...cursor, seen: [...cursor.seen] });

const fromStoredCursor = (cursor: StoredCursor): Cursor => ({ ...cursor, seen: new Map(cursor.seen) });

/** Tells if the value is a state as this version stores it. */
export const isStoredState = (state: unknown): state is StoredState =>
	isRecord(state) && typeof state.account === 'string' && (hasPlaces(state) || hasScan(state));

const hasPlaces = ({ places }: Record<string, unknown>): boolean =>
	Array.isArray(places) &&
	places.length > 0 &&
	places.every((place) => isRecord(place) && isRecord(place.filters) && isStoredCursor(place.cursor));

const hasScan = ({ filters, sentWithinHours, scan }: Record<string, unknown>): boolean =>
	isRecord(filters) &&
	typeof sentWithinHours === 'number' &&
	isRecord(scan) &&
	Array.isArray(scan.known) &&
	['scannedAt', 'floor', 'size'].every((name) => Number.isFinite(scan[name])) &&
	(scan.unfinished === undefined || (isRecord(scan.unfinished) && isStoredCursor(scan.unfinished.cursor)));

const isStoredCursor = (cursor: unknown): boolean =>
	isRecord(cursor) &&
	Array.isArray(cursor.seen) &&
	['floor', 'newest', 'missing', 'ahead'].every((name) => Number.isFinite(cursor[name]));
