import { readPage } from '../../../shared/client/page';
import { post, type ServiceRequest } from '../../../shared/client/serviceRequest';
import { canCall } from '../../../shared/wire/capabilities';
import type { Ask } from '../../../shared/client/ask';
import { collectPages } from '../../../shared/client/paging';
import { InvalidParameterError } from '../../../shared/parameters/invalidParameterError';

const ADVICE = "Choose a number from the list of 'Call From'. No calls were made.";

/**
 * Looks up the number that a batch call comes from: it has to be an active number of the account (interface
 * section 4) that can make calls.
 * @throws InvalidParameterError if it is not; ServiceError if the service does not answer.
 */
export async function checkCallFrom({ body }: ServiceRequest, ask: Ask): Promise<void> {
	const callFrom = String(body.caller_id);
	const { records } = await collectPages(
		async (offset, limit) => {
			const request = post('list-phone-numbers', { limit, offset });
			return (await ask(request, (answer) => readPage(answer, ['numbers']))).body;
		},
		1,
		1,
		({ phone_number: number }) => number === callFrom,
	);
	const [number] = records;
	if (!number)
		throw new InvalidParameterError(`'Call From' ${callFrom} is not a number of your account`, ADVICE);
	if (number.is_active === false)
		throw new InvalidParameterError(`'Call From' ${callFrom} is not active`, ADVICE);
	if (!canCall(number)) throw new InvalidParameterError(`'Call From' ${callFrom} cannot make calls`, ADVICE);
}
