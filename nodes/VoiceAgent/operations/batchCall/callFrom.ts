import type { ServiceRequest } from '../../../shared/client/client';
import { getPage } from '../../../shared/client/page';
import { canCall } from '../../../shared/wire/capabilities';
import type { LookUp } from '../define';
import { collectPages } from '../../run/paging';
import { InvalidParameterError } from '../../../shared/parameters/invalidParameterError';

const ADVICE = "Choose a number from the list of 'Call From'. No calls were made.";

/**
 * Looks up the number that a batch call comes from: it has to be an active number of the account (interface
 * section 4) that can make calls.
 * @throws InvalidParameterError if it is not; ServiceError if the service does not answer.
 */
export async function checkCallFrom({ body }: ServiceRequest, lookUp: LookUp): Promise<void> {
	const callFrom = String(body.caller_id);
	const { records } = await collectPages(
		async (offset, limit) => getPage(await lookUp('list-phone-numbers', { limit, offset }), ['numbers']),
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
