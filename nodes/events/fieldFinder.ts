import type { IDataObject } from 'n8n-workflow';

import { formatPath, toNameWords, valueAt } from '../text/fieldPath';
import type { Result } from '../text/result';
import type { ValueType } from './eventValues';
import { findPayloadFields, type PayloadFields, RECORD_ONLY_PREFIX } from './payloadFields';
import { RECORD_FIELDS, type RecordField, type RecordType } from './recordFields';

/** The paths in the payload that an account has configured, by field: `data.sum` for `call.summary`. */
export type FieldPaths = Readonly<Record<string, string>>;

/** A field that is absent although the event has something that may belong in it. */
export interface UnclearField {
	/** Such as `call.summary`. */
	field: string;
	/** The reason, as a clause: "data.id and data.call_id differ". */
	reason: string;
}

/** The call or the chat that an event is about, or the message in the form that the triggers output. */
export interface EventRecord {
	recordType: RecordType;
	/** Its fields; one that is not certain is absent. */
	record: IDataObject;
	/** The fields that are absent although the event has something that may belong in them. */
	unclearFields: UnclearField[];
}

/** A value in the payload of an event, and where it is. */
interface FoundValue {
	value: unknown;
	path: string;
}

/** The value that was found for a field, if there is one. The problem says, as a clause, why it is unclear what belongs there. */
export type FieldLookup = Result<FoundValue | undefined>;

/**
 * Finds the fields of the record that an event is about. The fields of events are not documented, so each is looked up
 * under its usual names, and only in the places where records keep their fields. Two values that differ leave the field
 * absent.
 */
export class FieldFinder {
	private readonly table: Readonly<Record<string, RecordField>>;

	/** The fields of the record, then those of each object around it. */
	private readonly levels: readonly PayloadFields[];

	/**
	 * @param payload The parsed body of the event.
	 * @param paths The paths in it that the account has configured.
	 */
	constructor(
		private readonly recordType: RecordType,
		private readonly payload: unknown,
		private readonly paths: FieldPaths = {},
	) {
		this.table = RECORD_FIELDS[recordType];
		this.levels = findPayloadFields(payload, recordType);
	}

	/** Returns the path that the account has configured for a field; it alone counts. */
	configuredPath(name: string): string | undefined {
		return this.paths[`${this.recordType}.${name}`];
	}

	/**
	 * Finds a field at its configured path. Without one, finds it in the first level that has it, if all values there are
	 * the same.
	 * @param name As in the table.
	 * @param others More names, with the same priority as the table's first group.
	 * @param valueType The type of the value, if it is not that of the table.
	 */
	find(name: string, others: readonly string[] = [], valueType = this.field(name).valueType): FieldLookup {
		const path = this.configuredPath(name);
		if (path !== undefined) return findAtPath(this.payload, path, valueType);
		const [first = [], ...more] = this.field(name).names;
		const groups = [[...others, ...first], ...more];
		for (const fields of valueType.isInRecordOnly ? this.levels.slice(0, 1) : this.levels) {
			for (const names of groups) {
				const [found, ...rest] = findValues(fields, names, valueType);
				const differing = rest.find(({ value }) => !valueType.isSame(value, found?.value));
				if (differing) return { ok: false, problem: `${found?.path} and ${differing.path} differ` };
				if (found) return { ok: true, value: found };
			}
		}
		return this.refuseOutside(groups.flat(), valueType);
	}

	/** Refuses a field of the record itself that only an object around the record has, such as `id`. */
	private refuseOutside(names: readonly string[], valueType: ValueType): FieldLookup {
		const ownNames = names.filter((name) => name.startsWith(RECORD_ONLY_PREFIX));
		const outerNames = ownNames.map((name) => name.slice(RECORD_ONLY_PREFIX.length));
		const [outer] = this.levels.flatMap((fields) => findValues(fields, outerNames, valueType));
		return outer
			? { ok: false, problem: `${outer.path} may belong to the event itself` }
			: { ok: true, value: undefined };
	}

	/**
	 * Makes the record of all fields in the order of the table. Absent ones are left out, and those that are unclear are
	 * named.
	 * @param known The results for fields that were looked up before.
	 */
	toRecord(known: Readonly<Record<string, FieldLookup>> = {}): EventRecord {
		const { recordType } = this;
		const record: IDataObject = {};
		const unclearFields: UnclearField[] = [];
		for (const name of Object.keys(this.table)) {
			const lookup = known[name] ?? this.find(name);
			if (!lookup.ok) unclearFields.push({ field: `${recordType}.${name}`, reason: lookup.problem });
			else if (lookup.value) record[name] = lookup.value.value as IDataObject[string];
		}
		return { recordType, record, unclearFields };
	}

	private field(name: string): RecordField {
		return this.table[name] as RecordField;
	}
}

/** Returns the values of a type in the fields with one of these names. */
const findValues = (fields: PayloadFields, names: readonly string[], valueType: ValueType): FoundValue[] =>
	names.flatMap((name) =>
		(fields.get(name) ?? [])
			.map(({ value, steps }) => ({ value: valueType.parse(value, name), path: formatPath(steps) }))
			.filter(({ value }) => value !== undefined),
	);

function findAtPath(payload: unknown, path: string, valueType: ValueType): FieldLookup {
	const found = valueAt(payload, path);
	const value = valueType.parse(found, toNameWords(path));
	if (value !== undefined) return { ok: true, value: { value, path } };
	const isEmpty = found === null || (typeof found === 'string' && found.trim() === '');
	if (isEmpty) return { ok: true, value: undefined };
	const problem =
		found === undefined ? `there is nothing at ${path}` : `${path} is not ${valueType.description}`;
	return { ok: false, problem };
}
