/** Shows what several programs print at the same time one after the other: the one that began first as it comes. */
export class Foreground {
	readonly #waiting: Array<{ name: string; printed: string; ended: boolean }> = [];
	readonly #show: (text: string) => void;

	constructor(show: (text: string) => void) {
		this.#show = show;
	}

	/** Takes what a program prints from now on; `end` says that there is no more. */
	begin(name: string): { print: (text: string) => void; end: () => void } {
		const program = { name, printed: '', ended: false };
		this.#waiting.push(program);
		if (this.#waiting[0] === program) this.#title(name);
		return {
			print: (text) => {
				if (this.#waiting[0] === program) this.#show(text);
				else program.printed += text;
			},
			end: () => {
				program.ended = true;
				this.#advance();
			},
		};
	}

	#title(name: string) {
		this.#show(`\n=== ${name}\n`);
	}

	#advance() {
		while (this.#waiting[0]?.ended) {
			this.#waiting.shift();
			const [next] = this.#waiting;
			if (!next) return;
			this.#title(next.name);
			this.#show(next.printed);
			next.printed = '';
		}
	}
}
