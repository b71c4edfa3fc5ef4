/**
 * A file whose bytes are read only when it is sent, and again when it is sent once more. n8n's HTTP client
 * takes `FormData`, and reads each `File` in it by `stream()`; n8n's own way, the form-data package, would be
 * a run-time dependency and can be sent once only. Tested by test/engine/n8n-internals.test.ts and
 * test/engine/voice.test.ts.
 */
export class StreamedFile extends File {
	override readonly size: number;

	/**
	 * @param length In bytes.
	 * @param open Opens the bytes again on each call.
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
