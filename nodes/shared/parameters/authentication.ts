import type { AuthenticationMethod } from '../client/credentials';
import { authentication } from '../panel/authentication';
import { readChoice, type Choice } from './readers';

/**
 * Reads the parameter Authentication.
 * @throws InvalidParameterError for a value that the panel does not offer: another credential than the one that was
 * chosen could belong to another account.
 */
export const readAuthentication = (value: unknown): AuthenticationMethod =>
	readChoice(
		value,
		`'${authentication.displayName}'`,
		authentication.options as Choice[],
	) as AuthenticationMethod;
