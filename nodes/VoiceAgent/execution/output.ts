import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../shared/json';

/** The record in a response, where some services wrap it in a field. */
export function recordIn(body: IDataObject, wrapper: string | undefined): IDataObject {
	const wrapped = wrapper === undefined ? undefined : body[wrapper];
	return isRecord(wrapped) ? (wrapped as IDataObject) : body;
}

/** The fields that Simplify keeps, as far as the service sent them. */
export const simplify = (record: IDataObject, fields: readonly string[]): IDataObject =>
	Object.fromEntries(
		fields.filter((field) => Object.hasOwn(record, field)).map((field) => [field, record[field]]),
	);
