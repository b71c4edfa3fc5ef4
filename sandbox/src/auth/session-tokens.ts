import { randomBytes } from 'node:crypto';
import { decodeJwt, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../clock/clock.ts';
import type { Settings } from '../database/settings.ts';
import type { Ids } from '../ids/ids.ts';
import type { TokenVerifier } from './principal.ts';
import type { AccountUser } from '../account/user.ts';

/** Sections 5 and 8: how long a session token is valid, in seconds. */
export const SESSION_SECONDS = 3600;

const ALGORITHM = 'HS256';
const ISSUER = 'voice-agent-sandbox';
const AUDIENCE = 'authenticated';

/** Session tokens (section 5): JWTs that speak for the account's user for an hour of the sandbox's clock. */
export class SessionTokens {
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #user: AccountUser;
	readonly #key: Uint8Array;

	constructor(settings: Settings, clock: Clock, ids: Ids, user: AccountUser) {
		this.#clock = clock;
		this.#ids = ids;
		this.#user = user;
		const secret = settings.getOrCreate('session_secret', () => randomBytes(32).toString('hex'));
		this.#key = Buffer.from(secret, 'hex');
	}

	/** A new token, valid from now on for {@link SESSION_SECONDS}. */
	issue(): Promise<string> {
		const now = Math.floor(this.#clock.now() / 1000);
		return new SignJWT({ email: this.#user.email })
			.setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
			.setIssuer(ISSUER)
			.setAudience(AUDIENCE)
			.setSubject(this.#user.id)
			.setJti(this.#ids.uuid('session-token'))
			.setIssuedAt(now)
			.setExpirationTime(now + SESSION_SECONDS)
			.sign(this.#key);
	}

	/** Whether a token says that it is one of this account; it may still be invalid. */
	has(token: string): boolean {
		try {
			return decodeJwt(token).sub === this.#user.id;
		} catch {
			return false;
		}
	}

	/** Knows valid session tokens among tokens. */
	readonly verify: TokenVerifier = async (token) => {
		try {
			await jwtVerify(token, this.#key, {
				algorithms: [ALGORITHM],
				issuer: ISSUER,
				audience: AUDIENCE,
				subject: this.#user.id,
				currentDate: new Date(this.#clock.now()),
				// Also refuses a token of the future: the clock may have been set back.
				maxTokenAge: SESSION_SECONDS,
			});
			return { kind: 'session', id: this.#user.id };
		} catch {
			// Whatever the reason: what cannot be verified is refused.
			return null;
		}
	};
}
