import { Type, type Static } from 'typebox';
import { Defaulted } from './values.ts';

/** Section 8: `limit` and `offset` of list-messages and list-phone-numbers. */
const DEFAULT_LIMIT = 50;
const MAXIMUM_LIMIT = 100;

/** The paging fields of a listing; a larger limit counts as the maximum. */
export const PagingRequest = Type.Object({
	limit: Defaulted(
		Type.Integer({
			minimum: 1,
			default: DEFAULT_LIMIT,
			description: `More than ${MAXIMUM_LIMIT} counts as that`,
		}),
	),
	offset: Defaulted(Type.Integer({ minimum: 0, default: 0, maximum: Number.MAX_SAFE_INTEGER })),
});

/** Returns the requested page, within the limits. */
export function readPage({ limit, offset }: Static<typeof PagingRequest>) {
	return { limit: Math.min(limit, MAXIMUM_LIMIT), offset };
}

/** The paging query of a listing in the control API. */
export const ControlPaging = Type.Object({
	limit: Defaulted(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
	offset: PagingRequest.properties.offset,
});
