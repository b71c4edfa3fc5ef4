import idsPart from '../ids/index.ts';
import { definePart } from '../plugin.ts';
import { DemoAccount } from './demo-account.ts';

declare module 'fastify' {
	interface FastifyInstance {
		demo: DemoAccount;
	}
}

/** The made-up lamp shop that every new account stands for. */
export default definePart({
	dependencies: [idsPart],
	provide: ({ config, ids }) => ({ demo: new DemoAccount(config.account, ids) }),
});
