import { asServiceError, ServiceError } from '../client/errors';
import { assess } from '../client/failure';
import { numberSpellings } from '../wire/comparableNumber';

/**
 * Asks for each spelling of a sender or recipient in turn: a service may know, or even accept, one only.
 * @param ask Gets the spelling, and whether the others go on if the service refuses it
 * (`ServiceRequest.mayBeRefused`).
 * @returns The answers for the spellings that the service accepts.
 * @throws ServiceError if it accepts none, in its words about the last one, or if it does not answer.
 */
export async function askEachSpelling<Answer>(
	number: string,
	ask: (spelling: string, mayBeRefused: boolean) => Promise<Answer>,
): Promise<Answer[]> {
	const spellings = numberSpellings(number);
	const answers: Answer[] = [];
	for (const [index, spelling] of spellings.entries()) {
		const mayBeRefused = answers.length > 0 || index < spellings.length - 1;
		const answer = await ask(spelling, mayBeRefused).catch(asServiceError);
		if (!(answer instanceof ServiceError)) answers.push(answer);
		else if (!mayBeRefused || !isRefusal(answer)) throw answer;
	}
	return answers;
}

const isRefusal = ({ request }: ServiceError): boolean =>
	request !== undefined && assess(request.failure).reason === 'invalid';
