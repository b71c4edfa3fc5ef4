import { InvalidArgumentError } from 'commander';

/** Reads a command-line argument as an integer within bounds. */
export function integerBetween(minimum: number, maximum: number): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (text.trim() === '' || !Number.isInteger(value) || value < minimum || value > maximum) {
			throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
		}
		return value;
	};
}

/** Reads a command-line argument as a number within bounds. */
export function numberBetween(minimum: number, maximum: number): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (text.trim() === '' || !(value >= minimum && value <= maximum)) {
			throw new InvalidArgumentError(`It must be a number from ${minimum} to ${maximum}.`);
		}
		return value;
	};
}
