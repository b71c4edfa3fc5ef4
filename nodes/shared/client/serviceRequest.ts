import type { IDataObject } from 'n8n-workflow';

/** A call of a function endpoint (interface section 4). */
export interface ServiceRequest {
	method: 'POST' | 'PATCH';
	/** Below `/functions/v1/`. */
	path: string;
	body: IDataObject;
	/** Sends the body as a form with these files instead of as JSON (clone-voice). */
	files?: File[];
	/** True if the caller goes on after an error response that is about the values of this request. */
	mayBeRefused?: boolean;
}

/**
 * A POST request to a function endpoint, given below `/functions/v1/`; with files the body is sent as a form.
 */
export const post = (path: string, body: IDataObject, files?: File[]): ServiceRequest => ({
	method: 'POST',
	path,
	body,
	...(files && { files }),
});

/** A PATCH request to a function endpoint, given below `/functions/v1/`. */
export const patch = (path: string, body: IDataObject): ServiceRequest => ({ method: 'PATCH', path, body });
