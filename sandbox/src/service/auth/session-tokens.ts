import { randomBytes } from 'node:crypto';
// Only these modules of jose: those for encryption and for other keys would take as long to load as the rest
// of this part.
import { decodeJwt } from 'jose/jwt/decode';
import { SignJWT } from 'jose/jwt/sign';
import { jwtVerify } from 'jose/jwt/verify';
import type { App } from '../plugin.ts';
import type { TokenVerifier } from './authenticator.ts';

/** Sections 5 and 8: the lifetime of a session token. */
export const SESSION_SECONDS = 3600;

const ALGORITHM = 'HS256';
const ISSUER = 'voice-agent-sandbox';
const AUDIENCE = 'authenticated';

type Used = Pick<App, 'clock' | 'ids' | 'settings' | 'user'>;

/**
 * Session tokens (section 5): JWTs that authenticate the account's user for an hour of the sandbox's clock.
 */
export class SessionTokens {
	readonly #app: Used;
	readonly #key: Uint8Array;

	constructor(app: Used) {
		this.#app = app;
		const secret = app.settings.getOrCreate('own_session_secret', () => randomBytes(32).toString('hex'));
		this.#key = Buffer.from(secret, 'hex');
	}

	/** Issues a token that is valid for {@link SESSION_SECONDS} from now on. */
	issue(): Promise<string> {
		const now = Math.floor(this.#app.clock.now() / 1000);
		return new SignJWT({ email: this.#app.user.email })
			.setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
			.setIssuer(ISSUER)
			.setAudience(AUDIENCE)
			.setSubject(this.#app.user.id)
			.setJti(this.#app.ids.uuid('session-token'))
			.setIssuedAt(now)
			.setExpirationTime(now + SESSION_SECONDS)
			.sign(this.#key);
	}

	/** Tells if a token says that it is one of this account. It may still be invalid. */
	has(token: string): boolean {
		try {
			return decodeJwt(token).sub === this.#app.user.id;
		} catch {
			return false;
		}
	}

	/** Verifies a session token. */
	readonly verify: TokenVerifier = async (token) => {
		try {
			await jwtVerify(token, this.#key, {
				algorithms: [ALGORITHM],
				issuer: ISSUER,
				audience: AUDIENCE,
				subject: this.#app.user.id,
				currentDate: new Date(this.#app.clock.now()),
				// Also refuses a token issued in the future, since the clock may have been set back.
				maxTokenAge: SESSION_SECONDS,
			});
			return { kind: 'session', id: this.#app.user.id };
		} catch {
			// A token that cannot be verified is refused, whatever the reason.
			return null;
		}
	};
}
