import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../json';

/** The list of records in a response: the first of the fields that holds one, or a response that is a list itself. */
export function recordsIn(body: IDataObject, fields: readonly string[]): IDataObject[] {
	const found = [...fields, 'items'].map((field) => body[field]).find(Array.isArray);
	return (found ?? []).filter(isRecord) as IDataObject[];
}
