import { getRecords } from '../../../shared/client/response';
import type { ServiceRequest } from '../../../shared/client/client';
import { canCall } from '../../../shared/wire/phoneNumber';
import type { LookUp } from '../define';
import { collectPages } from '../../run/paging';
import { InvalidParameterError } from '../../parameters/invalidParameterError';

const ADVICE = 'Choose a number from the list of Caller ID. Nobody was called.';

/**
 * Looks the caller number of a campaign up: it has to be an active number of the account (interface section 4) that can make calls.
 * @throws Refusal when it is not; ServiceError when the service does not say.
 */
export async function checkCaller({ body }: ServiceRequest, lookUp: LookUp): Promise<void> {
	const caller = String(body.caller_id);
	const { records } = await collectPages(
		async (offset, limit) => {
			const answer = await lookUp('list-phone-numbers', { limit, offset });
			const { total } = answer;
			return {
				records: getRecords(answer, ['numbers']),
				...(typeof total === 'number' && total > 0 && { total }),
			};
		},
		Infinity,
		1,
	);
	const number = records.find(({ phone_number: one }) => one === caller);
	if (!number) throw new InvalidParameterError(`Caller ID ${caller} is not a number of your account`, ADVICE);
	if (number.is_active === false)
		throw new InvalidParameterError(`Caller ID ${caller} is not active`, ADVICE);
	if (!canCall(number))
		throw new InvalidParameterError(`Caller ID ${caller} cannot make calls`, `It has no voice. ${ADVICE}`);
}
