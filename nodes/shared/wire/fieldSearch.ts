import { pathAlong, valueAt } from '../text/fieldPath';
import { isRecord } from '../text/json';
import { toNameWords } from '../text/nameWords';
import { VALUE_KINDS, type ValueKind } from './eventValues';
import { findRecordPlaces, type RecordKind, type RecordPlace } from './recordPlaces';
import { RECORD_FIELDS } from './recordFields';
import type { FieldNames } from './undocumentedNames';

/** The paths in the payload that an account has named, by field: `data.sum` for `call.summary`. */
export type FieldPaths = Readonly<Record<string, string>>;

/** A field that is absent although the event has something that may belong in it. */
export interface UnclearField {
	/** Such as `call.summary`. */
	field: string;
	/** The reason, as a clause: "data.id and data.call_id differ". */
	reason: string;
}

/** A value in the payload that may belong in a field. */
export interface Candidate {
	/** The value in the form that the triggers put out; undefined if it is of another kind. */
	value: unknown;
	path: string;
}

/** A place in the payload with the words of its names, which many fields are compared with. */
interface SearchedPlace {
	fields: Array<{ name: string; words: string; value: unknown }>;
	steps: RecordPlace['steps'];
	isRecord: boolean;
}

/** The search for the fields of one record in the payload of an event. Nothing in it is a guess. */
export class FieldSearch {
	/** The fields that are absent, and why; only those of which the event may have something. */
	readonly unclear: UnclearField[] = [];

	private readonly places: SearchedPlace[];

	/**
	 * @param places The objects that may have the fields; by default those that the payload of an event has.
	 */
	constructor(
		private readonly payload: unknown,
		private readonly record: RecordKind,
		private readonly paths: FieldPaths,
		places?: RecordPlace[],
	) {
		this.places = (places ?? findRecordPlaces(payload, record)).map(toSearchedPlace);
	}

	/**
	 * Finds a field: at the path that the account has named, and nowhere else, or under its usual names.
	 * @param names The names, the ones that decide first; the others count where no value has those.
	 */
	find(name: string, ...names: FieldNames[]): unknown {
		return this.choose(name, ...names.map((some) => this.candidates(name, some)));
	}

	/** Tells whether the account has named a path for a field. */
	isNamed = (name: string): boolean => this.paths[`${this.record}.${name}`] !== undefined;

	/** The values that may belong in a field of this kind, wherever they stand under the names. */
	candidates(name: string, names: FieldNames, kind = this.kindFor(name)): Candidate[] {
		return this.places
			.flatMap((place) => findValues(place, names, kind))
			.map(({ value, steps }) => toCandidate(value, pathAlong(steps), kind))
			.filter((candidate) => candidate !== undefined);
	}

	/**
	 * Decides what a field holds.
	 * @param ranks Lists of candidates, of which the first with a readable value decides.
	 * @returns undefined if it is unclear; {@link unclear} then tells why.
	 */
	choose(name: string, ...ranks: Candidate[][]): unknown {
		const kind = this.kindFor(name);
		if (this.isNamed(name)) return this.readNamed(name, kind);
		const readable = ranks
			.map((candidates) => candidates.filter(({ value }) => value !== undefined))
			.find(({ length }) => length > 0);
		if (!readable) {
			const [other] = ranks.flat();
			if (other) this.note(name, `${other.path} is not ${kind.name}`);
			return undefined;
		}
		const [first, ...others] = readable;
		const differing = others.find(({ value }) => !kind.isSame(value, first?.value));
		if (!differing) return first?.value;
		this.note(name, `${first?.path} and ${differing.path} differ`);
		return undefined;
	}

	/** Tells whether it was noted why a field is absent. */
	isUnclear = (name: string): boolean => this.unclear.some(({ field }) => field === `${this.record}.${name}`);

	/** Notes why a field is absent. */
	note(name: string, reason: string): void {
		this.unclear.push({ field: `${this.record}.${name}`, reason });
	}

	private readNamed(name: string, kind: ValueKind): unknown {
		const path = this.paths[`${this.record}.${name}`] ?? '';
		const found = valueAt(this.payload, path);
		const candidate = toCandidate(found, path, kind);
		if (found === undefined) this.note(name, `there is nothing at ${path}`);
		else if (candidate && candidate.value === undefined) this.note(name, `${path} is not ${kind.name}`);
		return candidate?.value;
	}

	private kindFor = (name: string): ValueKind =>
		RECORD_FIELDS[this.record].find((field) => field.name === name)?.kind ?? VALUE_KINDS.text;
}

const toSearchedPlace = ({ fields, ...place }: RecordPlace): SearchedPlace => ({
	...place,
	fields: Object.entries(fields).map(([name, value]) => ({ name, words: toNameWords(name), value })),
});

/** Returns undefined for what holds nothing. */
function toCandidate(value: unknown, path: string, kind: ValueKind): Candidate | undefined {
	const isNothing =
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
	const read = isNothing ? '' : kind.read(value, path);
	return read === '' ? undefined : { value: read, path };
}

/** A value in the payload, and the names on the way to it. */
interface LocatedValue {
	steps: Array<string | number>;
	value: unknown;
}

function findValues(
	{ fields, steps, isRecord: isRecordItself }: SearchedPlace,
	{ anywhere = [], inRecord = [], ifReadable = [], within = {} }: FieldNames,
	kind: ValueKind,
): LocatedValue[] {
	const names = [...anywhere, ...(isRecordItself ? inRecord : [])];
	return fields.flatMap(({ name, words, value }) => {
		if (Object.hasOwn(within, words)) {
			const inner = findWithin(value, [...steps, name], within[words] ?? []);
			if (inner.length > 0) return inner;
		}
		const isNamedSo =
			names.includes(words) || (ifReadable.includes(words) && kind.read(value, name) !== undefined);
		return isNamedSo ? [{ steps: [...steps, name], value }] : [];
	});
}

/** The fields of an object, or of the only one in a list, that have one of these names. */
function findWithin(value: unknown, steps: LocatedValue['steps'], names: readonly string[]): LocatedValue[] {
	const [object, ...others]: unknown[] = Array.isArray(value) ? value : [value];
	if (!isRecord(object) || others.length > 0) return [];
	const here = Array.isArray(value) ? [...steps, 0] : steps;
	return Object.entries(object)
		.filter(([name]) => names.includes(toNameWords(name)))
		.map(([name, one]) => ({ steps: [...here, name], value: one }));
}
