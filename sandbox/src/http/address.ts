/** Where this server is reached; links to it begin with it. Known once it listens. */
export class Address {
	#url: string | undefined;

	/** Scheme, host and port, no slash at the end. */
	get url(): string {
		if (this.#url === undefined) throw new Error('The server does not listen yet.');
		return this.#url;
	}

	set url(url: string) {
		this.#url = url;
	}
}
