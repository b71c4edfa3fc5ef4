import type { IDataObject } from 'n8n-workflow';

/** The fields that Simplify keeps, as far as the service sent them. */
export const simplify = (record: IDataObject, fields: readonly string[]): IDataObject =>
	Object.fromEntries(
		fields.filter((field) => Object.hasOwn(record, field)).map((field) => [field, record[field]]),
	);
