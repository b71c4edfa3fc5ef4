import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/json';

/** The record in a response, where some services wrap it in a field. */
export function recordIn(body: IDataObject, wrapper: string | undefined): IDataObject {
	const wrapped = wrapper === undefined ? undefined : body[wrapper];
	return isRecord(wrapped) ? (wrapped as IDataObject) : body;
}

/** Null stands in for a field that the service left out, so that every simplified item has the same shape. */
export const simplify = (record: IDataObject, fields: readonly string[]): IDataObject =>
	Object.fromEntries(fields.map((field) => [field, record[field] ?? null]));
