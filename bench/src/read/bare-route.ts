/** The baseline: one process, one route, the same read of the same record; started with MONGODB_URI and ACCOUNT_ID. */
import fastify from 'fastify';
import mongoose from 'mongoose';

const { MONGODB_URI = '', ACCOUNT_ID = '' } = process.env;
const connection = await mongoose.createConnection(MONGODB_URI, { dbName: 'runtime', autoIndex: false }).asPromise();
const schema = new mongoose.Schema({ _id: String }, { collection: 'backtests', strict: false, versionKey: false });
const backtests = connection.model('Backtest', schema);

const app = fastify();
app.get<{ Params: { id: string } }>('/runtime/backtests/:id', async (request, reply) => {
  const record = await backtests.findOne({ _id: request.params.id, accountId: ACCOUNT_ID }).lean();
  return record ?? reply.code(404).send();
});
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
