import { InvalidParameterError } from '../../nodes/parameters/invalidParameterError';

/** Returns the answer to a refused value: message and advice in one text. */
export function refusalOf(read: () => unknown): string {
	let value: unknown;
	try {
		value = read();
	} catch (error) {
		if (error instanceof InvalidParameterError) return `${error.message}. ${error.description}`;
		throw error;
	}
	throw new Error(`Not refused: ${JSON.stringify(value)}`);
}
