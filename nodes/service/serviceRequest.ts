import type { IDataObject } from 'n8n-workflow';

/** A call of a function endpoint. */
export interface ServiceRequest {
	method: 'POST' | 'PATCH';
	/** Below `/functions/v1/`. */
	path: string;
	body: IDataObject;
	/** Sends the body as a form with these files instead of as JSON (clone-voice). */
	files?: File[];
	/** True if the caller continues after an error response that is about the values of this request. */
	mayBeRefused?: boolean;
	/** True for a page of a list that may be long: what was read of it is kept, but not the answer itself. */
	isPage?: boolean;
}

/**
 * Makes a POST request to a function endpoint, given below `/functions/v1/`; with files the body is sent as a form.
 */
export const post = (path: string, body: IDataObject, files?: File[]): ServiceRequest => ({
	method: 'POST',
	path,
	body,
	...(files && { files }),
});

/** Makes a PATCH request to a function endpoint, given below `/functions/v1/`. */
export const patch = (path: string, body: IDataObject): ServiceRequest => ({ method: 'PATCH', path, body });

/**
 * Makes a form with the fields and, under the name `files`, the files. n8n's HTTP client reads each file as a
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
