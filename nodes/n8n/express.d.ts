/**
 * The types of a webhook call, as far as the nodes use them. n8n-workflow takes them from `@types/express`, which it does
 * not install, and without these nothing of a call would be checked.
 */
declare module 'express' {
	export interface Request {
		headers: Record<string, string | string[] | undefined> & { 'content-type'?: string };
		query: Record<string, unknown>;
		/** The bytes as they were sent; undefined for a body that n8n has not read. */
		rawBody?: Buffer;
		/** Reads the body into `rawBody`. n8n adds this function to requests whose body it leaves to the webhook. */
		readRawBody?: () => Promise<void>;
	}

	export interface Response {
		statusCode: number;
		status: (code: number) => Response;
		json: (body: unknown) => Response;
		send: (body: unknown) => Response;
		end: (body?: unknown) => Response;
		setHeader: (name: string, value: string) => Response;
		once: (event: 'finish', listener: () => void) => Response;
	}
}
