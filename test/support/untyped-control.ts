import type { SandboxAccount } from '../../sandbox/src/index.ts';

/**
 * Makes a control call that the types of `control` do not allow: to a path that is known only when the test
 * runs, or with a body that is wrong on purpose.
 */
export function untypedControl<Answer = unknown>(
	{ control }: Pick<SandboxAccount, 'control'>,
	method: string,
	path: string,
	body?: unknown,
): Promise<Answer> {
	const untyped = control as unknown as (...call: unknown[]) => Promise<Answer>;
	return untyped(method, path, body);
}
