import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../text/json';

/** Tells whether a message will not arrive. */
export const hasFailed = ({ status }: IDataObject | { status?: string }): boolean =>
	status === 'failed' || status === 'undelivered';

/**
 * Tells whether a number of the account can make calls. If the service names no capabilities, only a call shows it.
 */
export const canCall = ({ capabilities }: IDataObject): boolean =>
	!isRecord(capabilities) || capabilities.voice !== false;

/** Returns the fields that Simplify keeps, as far as the service sent them. */
export const simplify = (record: IDataObject, fields: readonly string[]): IDataObject =>
	Object.fromEntries(
		fields.filter((field) => Object.hasOwn(record, field)).map((field) => [field, record[field]]),
	);
