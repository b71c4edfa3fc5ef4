import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../text/json';
import type { ServiceResponse } from './response';

/** The place of the record in a response. */
export interface RecordForm {
	/** The field in which some services wrap the record. */
	wrapper?: string;
	/** The record has at least one of these fields; left out where it may have any. */
	recordFields?: readonly string[];
}

/** The field in which services wrap a record of any kind. */
const COMMON_WRAPPER = 'data';

/**
 * The record in a response: what its wrapper, the common one or its only field holds, or the response itself.
 * A response that has a field of the record is not taken apart, unless its own wrapper says so.
 */
export function readRecord(
	body: IDataObject,
	{ wrapper = COMMON_WRAPPER, recordFields }: RecordForm = {},
): ServiceResponse {
	const fields = Object.keys(body);
	const others = [COMMON_WRAPPER, ...(fields.length === 1 ? fields : [])].map((field) => body[field]);
	const isFound = recordFields
		? (candidate: IDataObject) => recordFields.some((field) => Object.hasOwn(candidate, field))
		: isFilled;
	const candidates = recordFields ? [body[wrapper], body, ...others] : [body[wrapper], ...others, body];
	const record = (candidates.filter(isRecord) as IDataObject[]).find(isFound);
	return record
		? { ok: true, body: record }
		: { ok: false, failure: { kind: 'missingData', missing: 'record', fields } };
}

/** An object without fields, or with nothing but a list or another object, is no record. */
function isFilled(candidate: IDataObject): boolean {
	const [value, ...others] = Object.values(candidate);
	return others.length > 0 || (value !== undefined && typeof value !== 'object');
}
