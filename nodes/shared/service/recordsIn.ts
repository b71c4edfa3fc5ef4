import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../json';
import { ServiceError } from './serviceError';

/**
 * The list of records in a response: the first of the fields that holds one, or a response that is a list itself.
 * @throws ServiceError when there is none: an empty list would be a guess.
 */
export function recordsIn(body: IDataObject, fields: readonly string[]): IDataObject[] {
	const found = [...fields, 'items'].map((field) => body[field]).find(Array.isArray);
	if (found) return found.filter(isRecord) as IDataObject[];
	const names = Object.keys(body).slice(0, 10).join(', ');
	throw new ServiceError({
		message: 'The service answered without a list of records',
		description: `The answer has ${names ? `the fields ${names}` : 'no fields'} instead. Check that the Base URL in the credential is that of the service.`,
	});
}
