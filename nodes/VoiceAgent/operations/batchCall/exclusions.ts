import type { Ask } from '../../../shared/client/ask';
import type { Item } from '../../parameters/item';
import { doNotCallOption, readDoNotCall } from './doNotCall';
import { excludeOutsideHours, localHoursOption, readLocalHours } from './localHours';
import { describeOptOuts, excludeOptedOut, fetchOptOuts, optOutOption, readOptOutDays } from './optOuts';
import type { Campaign, Exclusion } from './recipientList';

/** The options that say who must not be called. */
export const exclusionOptions = [doNotCallOption, optOutOption, localHoursOption];

/**
 * Returns who is left out by the options, and a sentence about what was read for that. All options are read before
 * the service is asked.
 * @throws InvalidParameterError; ServiceError if the service does not tell who has opted out.
 */
export async function readExclusions(
	item: Item,
	campaign: Campaign,
	ask: Ask,
): Promise<{ exclusions: Exclusion[]; hint: string | undefined }> {
	const { options } = item;
	const byList = readDoNotCall(item, campaign);
	const hours = readLocalHours(options);
	const days = readOptOutDays(options);
	const optOuts = days === undefined ? undefined : await fetchOptOuts(item, days, ask);
	const exclusions = [
		byList,
		optOuts && excludeOptedOut(optOuts),
		hours && excludeOutsideHours(hours, campaign.startsAt),
	];
	return {
		exclusions: exclusions.filter((exclusion) => exclusion !== undefined),
		hint: optOuts && describeOptOuts(optOuts),
	};
}
