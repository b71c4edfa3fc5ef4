/** A bare Fastify server with one route that answers the bytes it is given: what list-messages is measured against. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

async function main([file = '']: string[]): Promise<void> {
	const answer = readFileSync(file, 'utf8');
	const app = Fastify();
	app.post('/functions/v1/list-messages', (_request, reply) =>
		reply.type('application/json; charset=utf-8').send(answer),
	);
	process.send?.({ url: await app.listen({ host: '127.0.0.1', port: 0 }) });
	process.on('disconnect', () => process.exit(0));
}

void main(process.argv.slice(2));
