/* Added to BIND's cmocka suite of quotas, before its list of tests: two threads share a quota of
 * one. The variables are those of BIND's library of tests that this suite needs. */
#include <ravel.h>

isc_mem_t *mctx;
bool debug;

/* As libisc does when it is loaded, of which only these parts are there. */
void isc__mem_initialize(void);
void isc__trampoline_initialize(void);
__attribute__((constructor)) static void initialize(void) {
  isc__mem_initialize();
  isc__trampoline_initialize();
}

static atomic_uint_fast32_t holders, called_back;

static void *attach_and_detach(void *shared) {
  isc_quota_t *quota = NULL;
  if (isc_quota_attach(shared, &quota) == ISC_R_SUCCESS) {
    assert_int_equal(atomic_fetch_add(&holders, 1), 0);
    atomic_fetch_sub(&holders, 1);
    isc_quota_detach(&quota);
  }
  return NULL;
}

static void call_back(isc_quota_t *quota, void *data) {
  (void)data;
  atomic_fetch_add(&called_back, 1);
  isc_quota_detach(&quota);
}

/* Where it does not get the quota, it is called back. */
static void *attach_or_wait(void *shared) {
  static isc_quota_cb_t callback;
  isc_quota_t *quota = NULL;
  isc_quota_cb_init(&callback, call_back, NULL);
  if (isc_quota_attach_cb(shared, &quota, &callback) == ISC_R_SUCCESS)
    call_back(quota, NULL);
  return NULL;
}

static void share(isc_threadfunc_t first, isc_threadfunc_t second) {
  isc_quota_t quota;
  isc_thread_t threads[2];
  isc_quota_init(&quota, 1);
  isc_thread_create(first, &quota, &threads[0]);
  isc_thread_create(second, &quota, &threads[1]);
  for (int i = 0; i < 2; i++)
    isc_thread_join(threads[i], NULL);
  assert_int_equal(isc_quota_getused(&quota), 0);
  /* isc_quota_destroy() wants nobody to wait any more */
}

static void two_take_it(void *unused) {
  (void)unused;
  share(attach_and_detach, attach_and_detach);
}

static void one_is_called_back(void *unused) {
  (void)unused;
  share(attach_and_detach, attach_or_wait);
  assert_int_equal(atomic_load(&called_back), 1);
}

ISC_RUN_TEST_IMPL(every_order_of_two) {
  (void)state;
  ravel_check(two_take_it, NULL);
}

ISC_RUN_TEST_IMPL(every_order_of_a_callback) {
  (void)state;
  ravel_check(one_is_called_back, NULL);
}
