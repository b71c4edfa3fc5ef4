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

/** The search for the fields of one record in the payload of an event. Nothing in it is a guess. */
export class FieldSearch {
	/** The fields that are absent, and why; only those of which the event may have something. */
	readonly unclear: UnclearField[] = [];

	private readonly places: RecordPlace[];

	/**
	 * @param places The objects that may have the fields; by default those that the payload of an event has.
	 */
	constructor(
		private readonly payload: unknown,
		private readonly record: RecordKind,
		private readonly paths: FieldPaths,
		places?: RecordPlace[],
	) {
		this.places = places ?? findRecordPlaces(payload, record);
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
	candidates(
		name: string,
		{ anywhere = [], inRecord = [], ifReadable = [], within = {} }: FieldNames,
		kind = this.kindFor(name),
	): Candidate[] {
		return this.places.flatMap(({ fields, steps, isRecord: isRecordItself }) =>
			Object.entries(fields).flatMap(([field, value]) => {
				const words = toNameWords(field);
				const here = [...steps, field];
				const isNamedSo = [...anywhere, ...(isRecordItself ? inRecord : [])].includes(words);
				const mayBeNamedSo = ifReadable.includes(words) && kind.read(value, field) !== undefined;
				const direct = isNamedSo || mayBeNamedSo ? [this.toCandidate(value, here, kind)] : [];
				const inner = Object.hasOwn(within, words) ? fieldsWithin(value, within[words] ?? []) : [];
				const nested = inner.map(({ steps: more, value: one }) =>
					this.toCandidate(one, [...here, ...more], kind),
				);
				return [...direct.filter(() => nested.length === 0), ...nested].filter((one) => one !== undefined);
			}),
		);
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

	isUnclear = (name: string): boolean => this.unclear.some(({ field }) => field === `${this.record}.${name}`);

	/** Notes why a field is absent. */
	note(name: string, reason: string): void {
		this.unclear.push({ field: `${this.record}.${name}`, reason });
	}

	private readNamed(name: string, kind: ValueKind): unknown {
		const path = this.paths[`${this.record}.${name}`] ?? '';
		const found = valueAt(this.payload, path);
		const candidate = this.toCandidate(found, path, kind);
		if (found === undefined) this.note(name, `there is nothing at ${path}`);
		else if (candidate && candidate.value === undefined) this.note(name, `${path} is not ${kind.name}`);
		return candidate?.value;
	}

	/** Returns undefined for what holds nothing. */
	private toCandidate(
		value: unknown,
		where: string | ReadonlyArray<string | number>,
		kind: ValueKind,
	): Candidate | undefined {
		if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) {
			return undefined;
		}
		const path = typeof where === 'string' ? where : pathAlong(where);
		const read = kind.read(value, path);
		return read === '' ? undefined : { value: read, path };
	}

	private kindFor = (name: string): ValueKind =>
		RECORD_FIELDS[this.record].find((field) => field.name === name)?.kind ?? VALUE_KINDS.text;
}

/** The fields of an object, or of the only one in a list, that have one of these names. */
function fieldsWithin(
	value: unknown,
	names: readonly string[],
): Array<{ steps: Array<string | number>; value: unknown }> {
	const [object, ...others]: unknown[] = Array.isArray(value) ? value : [value];
	if (!isRecord(object) || others.length > 0) return [];
	const before = Array.isArray(value) ? [0] : [];
	return Object.entries(object)
		.filter(([name]) => names.includes(toNameWords(name)))
		.map(([name, inner]) => ({ steps: [...before, name], value: inner }));
}
