import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../json';
import { messageForMissing } from './failureMessage';
import type { ServiceResponse } from './response';
import { ServiceError } from './serviceError';

/** The list of records in a response: the first of the fields that holds one, or a response that is a list itself. */
export function readRecords(body: IDataObject, fields: readonly string[]): ServiceResponse<IDataObject[]> {
	const found = [...fields, 'items'].map((field) => body[field]).find(Array.isArray);
	if (found) return { ok: true, body: found.filter(isRecord) as IDataObject[] };
	return {
		ok: false,
		failure: { kind: 'incomplete', missing: 'list of records', fields: Object.keys(body) },
	};
}

/**
 * The list of records in a response, as {@link readRecords} finds it.
 * @throws ServiceError when there is none: an empty list would be a guess.
 */
export function getRecords(body: IDataObject, fields: readonly string[]): IDataObject[] {
	const response = readRecords(body, fields);
	if (response.ok) return response.body;
	throw new ServiceError(messageForMissing('list of records', Object.keys(body)));
}
