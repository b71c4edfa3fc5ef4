import type { IDataObject } from 'n8n-workflow';

/**
 * A form with the fields and, under the name `files`, the files. n8n's HTTP client reads each file as a
 * stream when its turn comes, so that none has to be in memory as a whole.
 */
export function encodeMultipart(fields: IDataObject, files: File[]): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) {
		form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
	}
	for (const file of files) form.append('files', file);
	return form;
}
