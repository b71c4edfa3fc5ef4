import type { IDataObject } from 'n8n-workflow';

/**
 * A form with the fields and, under the name `files`, the files. n8n's HTTP client reads each file as a stream when its turn
 * comes, so that none has to be in memory as a whole.
 */
export function encodeMultipart(fields: IDataObject, files: File[]): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) {
		form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
	}
	for (const file of files) form.append('files', file);
	return form;
}

/** A file whose bytes are fetched only when it is sent, and again when it has to be sent once more. */
export class StreamedFile extends File {
	override readonly size: number;

	/**
	 * @param length In bytes.
	 * @param open Opens the bytes anew on each call.
	 */
	constructor(
		name: string,
		type: string,
		length: number,
		private readonly open: () => AsyncIterable<Uint8Array>,
	) {
		super([], name, { type });
		this.size = length;
	}

	/** The HTTP client only iterates, which every kind of stream allows. */
	override stream(): ReturnType<File['stream']> {
		return this.open() as unknown as ReturnType<File['stream']>;
	}
}
