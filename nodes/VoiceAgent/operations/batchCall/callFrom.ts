import { getRecords } from '../../../shared/client/response';
import { post, type ServiceRequest } from '../../../shared/client/serviceRequest';
import { canCall } from '../../../shared/wire/capabilities';
import type { Ask } from '../../../shared/client/ask';
import { collectPages } from '../../run/paging';
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
			const { body: answer } = await ask(post('list-phone-numbers', { limit, offset }));
			const { total } = answer;
			return {
				records: getRecords(answer, ['numbers']),
				...(typeof total === 'number' && total > 0 && { total }),
			};
		},
		Infinity,
		1,
	);
	const number = records.find(({ phone_number: one }) => one === callFrom);
	if (!number)
		throw new InvalidParameterError(`'Call From' ${callFrom} is not a number of your account`, ADVICE);
	if (number.is_active === false)
		throw new InvalidParameterError(`'Call From' ${callFrom} is not active`, ADVICE);
	if (!canCall(number)) throw new InvalidParameterError(`'Call From' ${callFrom} cannot make calls`, ADVICE);
}
