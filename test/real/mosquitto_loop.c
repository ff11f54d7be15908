/* libmosquitto's network thread: main publishes while it runs, and a broker of one connection, in
 * another thread, answers CONNECT and counts what is published until DISCONNECT. */
#include <arpa/inet.h>
#include <assert.h>
#include <mosquitto.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PORT = 1883, CONNECT = 1, PUBLISH = 3, DISCONNECT = 14 };

static int listening, published;
static sem_t connected;

static void connects(struct mosquitto *client, void *data, int code) {
  (void)client, (void)data;
  assert(code == 0);
  sem_post(&connected);
}

static int read_byte(int from) {
  unsigned char byte;
  return read(from, &byte, 1) == 1 ? byte : -1;
}

/* Lengths are short: one byte. */
static int read_packet(int from) {
  const int head = read_byte(from);
  for (int left = head < 0 ? 0 : read_byte(from); left > 0; left--)
    read_byte(from);
  return head < 0 ? -1 : head >> 4;
}

static void *broker(void *arg) {
  static const unsigned char connack[] = {0x20, 2, 0, 0};
  const int client = accept(listening, NULL, NULL);
  assert(read_packet(client) == CONNECT);
  assert(write(client, connack, sizeof connack) == sizeof connack);
  for (int kind; (kind = read_packet(client)) >= 0 && kind != DISCONNECT;)
    published += kind == PUBLISH;
  close(client);
  return arg;
}

int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(PORT)};
  pthread_t thread;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  listening = socket(AF_INET, SOCK_STREAM, 0);
  assert(bind(listening, (struct sockaddr *)&address, sizeof address) == 0 &&
         listen(listening, 1) == 0);
  pthread_create(&thread, NULL, broker, NULL);
  mosquitto_lib_init();
  struct mosquitto *const client = mosquitto_new("ravel", true, NULL);
  sem_init(&connected, 0, 0);
  mosquitto_connect_callback_set(client, connects);
  assert(mosquitto_connect(client, "127.0.0.1", PORT, 60) == MOSQ_ERR_SUCCESS);
  assert(mosquitto_loop_start(client) == MOSQ_ERR_SUCCESS);
  sem_wait(&connected);
  assert(mosquitto_publish(client, NULL, "topic", 1, "x", 0, false) == MOSQ_ERR_SUCCESS);
  assert(mosquitto_disconnect(client) == MOSQ_ERR_SUCCESS);
  assert(mosquitto_loop_stop(client, false) == MOSQ_ERR_SUCCESS);
  mosquitto_destroy(client);
  mosquitto_lib_cleanup();
  pthread_join(thread, NULL);
  assert(published == 1);
  close(listening);
  return 0;
}
